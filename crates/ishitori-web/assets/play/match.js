// A match: the positions so far, whose turn it is, who has won. Players are 0 and 1; player 0 begins.

export class Match {
  constructor(positions, misere) {
    this.positions = positions;
    this.misere = misere;
    this.over = false;
  }

  now() {
    return this.positions[this.positions.length - 1];
  }

  /** Who is to move. */
  mover() {
    return (this.positions.length - 1) % 2;
  }

  moves() {
    return this.positions.length - 1;
  }

  make(position) {
    this.positions.push(position);
  }

  /** Takes back so many moves. */
  undo(count) {
    this.positions.length = Math.max(1, this.positions.length - count);
    this.over = false;
  }

  /** The one who cannot move has lost, in misère play won. */
  winner() {
    if (!this.over) return null;
    return this.misere ? this.mover() : 1 - this.mover();
  }
}
