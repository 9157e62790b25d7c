//! Loops written by hand for one game each: what the engines are measured against.

/// The number of P-positions of circular(6,2) with heaps below `n`, at most 64.
///
/// The heaps are a to f; f is packed into a word. One table for each pair of neighbours, and one
/// loop that does everything.
pub fn circular_6_2(n: usize) -> u64 {
    let cube = n * n * n;
    let mut ab = vec![0u64; n * cube];
    let mut fa = vec![u8::MAX; n * cube];
    let mut bc = vec![0u64; cube];
    let mut cd = vec![0u64; n * n];
    let mut de = vec![0u64; n];
    let outside = if n == 64 { 0 } else { u64::MAX << n };
    let nothing = vec![0u64; n];
    let mut count = 0;
    for _a in 0..n {
        bc.fill(0);
        for b in 0..n {
            cd.fill(0);
            for c in 0..n {
                de.fill(0);
                for d in 0..n {
                    let row = d * n;
                    let row_c = c * n * n + row;
                    let row_b = b * cube + row_c;
                    let (before, now) = ab.split_at_mut(row_b);
                    let ab_back = if b > 0 { &before[row_b - cube..][..n] } else { &nothing[..] };
                    let ab_row = &mut now[..n];
                    let (before, now) = bc.split_at_mut(row_c);
                    let bc_back = if c > 0 { &before[row_c - n * n..][..n] } else { &nothing[..] };
                    let bc_row = &mut now[..n];
                    let (before, now) = cd.split_at_mut(row);
                    let cd_back = if d > 0 { &before[row - n..][..n] } else { &nothing[..] };
                    let cd_row = &mut now[..n];
                    let fa_row = &mut fa[row_b..row_b + n];
                    let de_row = &mut de[..n];
                    let (mut above, mut along) = (0u64, 0u64);
                    for e in 0..n {
                        let x = ab_row[e] | ab_back[e];
                        let y = bc_row[e] | bc_back[e];
                        let z = cd_row[e] | cd_back[e];
                        along |= de_row[e];
                        let f = if fa_row[e] < 64 { u64::MAX << fa_row[e] } else { 0 };
                        let blocked = x | y | z | along | f | above | outside;
                        let p = !blocked & blocked.wrapping_add(1);
                        above |= p.wrapping_neg();
                        along |= p;
                        ab_row[e] = x | p;
                        bc_row[e] = y | p;
                        cd_row[e] = z | p;
                        de_row[e] = along;
                        let lowest = if p == 0 { u8::MAX } else { p.trailing_zeros() as u8 };
                        fa_row[e] = fa_row[e].min(lowest);
                        count += u64::from(p != 0);
                    }
                }
            }
        }
    }
    count
}

/// The Grundy value of Wythoff's Nim at `(n - 1, n - 1)`, by listing all options.
pub fn wythoff_by_options(n: usize) -> u32 {
    let mut values = vec![0u32; n * n];
    let mut seen = vec![0u32; 4 * n];
    for a in 0..n {
        for b in 0..n {
            let mark = (a * n + b + 1) as u32;
            (0..a).for_each(|x| seen[values[x * n + b] as usize] = mark);
            (0..b).for_each(|y| seen[values[a * n + y] as usize] = mark);
            (1..=a.min(b)).for_each(|t| seen[values[(a - t) * n + b - t] as usize] = mark);
            let mex = seen.iter().position(|m| *m != mark).expect("fewer options than marks");
            values[a * n + b] = mex as u32;
        }
    }
    values[n * n - 1]
}

/// How long play lasts in Wythoff's Nim from `(n - 1, n - 1)`, by listing all options.
pub fn wythoff_lengths_by_options(n: usize) -> u32 {
    let mut lengths = vec![0u32; n * n];
    for a in 0..n {
        for b in 0..n {
            let (mut least_lost, mut most) = (u32::MAX, 0);
            let mut look = |length: u32| {
                if length.is_multiple_of(2) {
                    least_lost = least_lost.min(length);
                }
                most = most.max(length + 1);
            };
            (0..a).for_each(|x| look(lengths[x * n + b]));
            (0..b).for_each(|y| look(lengths[a * n + y]));
            (1..=a.min(b)).for_each(|t| look(lengths[(a - t) * n + b - t]));
            lengths[a * n + b] = if least_lost == u32::MAX { most } else { least_lost + 1 };
        }
    }
    lengths[n * n - 1]
}

/// The sum of the Grundy values of Fibonacci Nim with piles and limits below `n`: each limit adds one option.
pub fn fibonacci_nim(n: usize) -> u64 {
    let mut values = vec![0u16; n * 2 * n];
    let mut sum = 0;
    for pile in 0..n {
        let mut seen = [false; 64];
        let mut mex = 0;
        for limit in 0..2 * n {
            if limit >= 1 && limit <= pile {
                let value = values[(pile - limit) * 2 * n + (2 * limit).min(2 * n - 1)];
                seen[value as usize] = true;
                while seen[mex as usize] {
                    mex += 1;
                }
            }
            values[pile * 2 * n + limit] = mex;
            sum += if limit < n { u64::from(mex) } else { 0 };
        }
    }
    sum
}

/// The number of P-positions of the user's rule of the benches with heaps below `n`: rows in order, a byte a position.
pub fn user_rule(n: usize) -> u64 {
    let number = |a: usize, b: usize, c: usize, d: usize| ((a * n + b) * n + c) * n + d;
    let mut marked = vec![false; n * n * n * n];
    let mut count = 0;
    for a in 0..n {
        for b in 0..n {
            for c in 0..n {
                for d in 0..n {
                    if marked[number(a, b, c, d)] {
                        continue;
                    }
                    count += 1;
                    (a + 1..n).step_by(2).for_each(|x| marked[number(x, b, c, d)] = true);
                    if d + 1 < n {
                        (b + 1..n.min(b + c + 1))
                            .for_each(|x| marked[number(a, x, c, d + 1)] = true);
                    }
                    ((2 * c).max(c + 1)..n).for_each(|x| marked[number(a, b, x, d)] = true);
                    if d + 2 < n {
                        marked[number(a, b, c, d + 2)] = true;
                    }
                }
            }
        }
    }
    count
}

/// The same work on several threads at once, each for itself.
pub fn at_once(threads: usize, work: impl Fn() -> u64 + Sync) -> u64 {
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        all.into_iter().map(|one| one.join().expect("no panic")).sum()
    })
}
