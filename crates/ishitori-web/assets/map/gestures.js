// How a hand moves a map: drag, wheel, two fingers, and keys for those who have no pointer.
// A press that did not move is a click on a cell.

const STILL = 5;

export function gestures(canvas, map) {
  const fingers = new Map();
  let moved = 0;

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, wide: Math.hypot(a[0] - b[0], a[1] - b[1]) };
  };

  const listeners = {
    pointerdown(event) {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, place(event));
      if (fingers.size === 1) moved = 0;
    },
    pointermove(event) {
      const to = place(event);
      const from = fingers.get(event.pointerId);
      if (!from) {
        map.hover(...to);
        return;
      }
      if (fingers.size === 1) {
        moved += Math.hypot(to[0] - from[0], to[1] - from[1]);
        fingers.set(event.pointerId, to);
        if (moved > STILL) map.shift(to[0] - from[0], to[1] - from[1]);
      } else if (fingers.size === 2) {
        const before = spread();
        fingers.set(event.pointerId, to);
        const after = spread();
        moved = Infinity;
        map.shift(after.x - before.x, after.y - before.y);
        if (before.wide > 0) map.zoomAt(after.x, after.y, after.wide / before.wide);
      }
    },
    pointerup(event) {
      const was = fingers.delete(event.pointerId);
      if (was && fingers.size === 0 && moved <= STILL) map.click(...place(event));
    },
    pointercancel: (event) => fingers.delete(event.pointerId),
    pointerleave: () => fingers.size === 0 && map.hover(-1, -1),
    wheel(event) {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 24 : 1;
      map.zoomAt(...place(event), Math.exp((-event.deltaY * unit) / 400));
    },
    keydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (map.key(event.key, event.shiftKey)) event.preventDefault();
    },
  };
  for (const [name, listener] of Object.entries(listeners)) {
    canvas.addEventListener(name, listener, name === "wheel" ? { passive: false } : undefined);
  }
}
