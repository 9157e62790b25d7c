//! Pictures are read back: every cell of a PNG must have the colour of its value, every SVG must be
//! well-formed and hold the same cells.

use ishitori_view::palette::{Colour, Levels};
use ishitori_view::{
    CellMark, CellOutcome, MAX_SIDE, MarkKind, Matrix, MatrixAxis, OptionsBoard, Picture,
    PictureHeading, grundy_table, outcome_table,
};
use png::{Decoder, Transformations};

fn axis(heap: &str, from: u64, count: usize) -> MatrixAxis {
    MatrixAxis { heap: heap.to_string(), from, count }
}

fn words(title: &str) -> PictureHeading {
    PictureHeading { title: title.to_string(), subtitle: "a < b & c".to_string() }
}

/// A decoded image: width and red, green, blue of each pixel.
struct Image {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Image {
    fn read(file: &[u8]) -> Image {
        let mut decoder = Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("an image");
        Image { width: info.width as usize, height: info.height as usize, bytes }
    }

    fn at(&self, x: usize, y: usize) -> Colour {
        let start = 3 * (y * self.width + x);
        Colour([self.bytes[start], self.bytes[start + 1], self.bytes[start + 2]])
    }
}

/// Checks the corner of every cell (numbers stand in the middle).
fn compare<T: Copy>(picture: &Picture, matrix: &Matrix<T>, colour: impl Fn(T) -> Colour) {
    let image = Image::read(&picture.png());
    assert_eq!((image.width, image.height), picture.size());
    let cells = picture.cells();
    for row in 0..matrix.down().count {
        for (column, cell) in matrix.row(row).iter().enumerate() {
            let (x, y) = (cells.left + column * cells.scale, cells.top + row * cells.scale);
            for (x, y) in [(x, y), (x + cells.scale - 1, y + cells.scale - 1)] {
                assert_eq!(image.at(x, y), colour(*cell), "row {row}, column {column}");
            }
        }
    }
}

/// The embedded image of an SVG, if it has one.
fn embedded(svg: &str) -> Option<Image> {
    let document = roxmltree::Document::parse(svg).expect("well-formed");
    let image = document.descendants().find(|node| node.has_tag_name("image"))?;
    let data = image.attribute("href").expect("data");
    let data = data.strip_prefix("data:image/png;base64,").expect("a PNG");
    Some(Image::read(&decode(data)))
}

fn decode(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for part in text.as_bytes().chunks(4) {
        let count = part.iter().filter(|byte| **byte != b'=').count();
        let word = part.iter().fold(0, |word, byte| word << 6 | u32::from(digit(*byte)));
        bytes.extend(&word.to_be_bytes()[1..count]);
    }
    bytes
}

fn value_colour(levels: Levels) -> impl Fn(Option<u32>) -> Colour {
    move |cell| cell.map_or(Colour::WHITE, |value| levels.colour(value))
}

#[test]
fn every_cell_of_a_heat_map_has_the_colour_of_its_value() {
    for (rows, columns) in [(1, 1), (5, 9), (40, 30), (300, 311), (450, 3), (2, 1000)] {
        let nim = |row: usize, column: usize| {
            (row != 3 || column != 2).then_some((row as u32 ^ column as u32).wrapping_mul(3))
        };
        let matrix = Matrix::from_fn(axis("a", 0, rows), axis("b", 7, columns), nim);
        let max = matrix.cells().iter().flatten().copied().max().expect("values");
        let levels = Levels::for_window(rows * columns, max);
        let picture = Picture::heat_map(&matrix, &words("nim"));
        compare(&picture, &matrix, value_colour(levels));
        let image = embedded(&picture.svg()).expect("cells");
        assert_eq!((image.width, image.height), (columns, rows));
        for row in 0..rows {
            for column in 0..columns {
                let expected = value_colour(levels)(matrix.get(row, column));
                assert_eq!(image.at(column, row), expected);
            }
        }
    }
}

#[test]
fn a_large_heat_map_is_small() {
    // Values without any pattern in their low digits, in blocks: what a game looks like from afar.
    let value = |row: usize, column: usize| {
        let noise = (row * 7919 + column * 104_729) % 61;
        Some((row / 40 * 40 + column / 40 * 40 + noise) as u32)
    };
    let matrix = Matrix::from_fn(axis("a", 0, 3200), axis("b", 0, 3200), value);
    let picture = Picture::heat_map(&matrix, &words("large"));
    let levels = Levels::for_window(3200 * 3200, 6380 + 40);
    assert_eq!(levels.count, 12);
    let file = picture.png();
    assert!(file.len() < 4_000_000, "{} bytes", file.len());
    assert!(picture.svg().len() < 5_500_000);
}

fn outcome_colour(cell: Option<CellOutcome>) -> Colour {
    match cell {
        Some(CellOutcome::P) => Colour::BLACK,
        Some(CellOutcome::N) => Colour::WHITE,
        None => Colour::LIGHT,
    }
}

#[test]
fn p_positions_are_black() {
    let few = |row: usize, column: usize| {
        let outcome = if row == column { CellOutcome::P } else { CellOutcome::N };
        (row + column != 7).then_some(outcome)
    };
    let many = |row: usize, column: usize| {
        Some(if row.is_multiple_of(2) && column.is_multiple_of(2) {
            CellOutcome::P
        } else {
            CellOutcome::N
        })
    };
    let sides = || (axis("a", 1, 400), axis("b", 1, 420));
    let (down, along) = sides();
    let matrix = Matrix::from_fn(down, along, few);
    let picture = Picture::p_positions(&matrix, &words("few"));
    compare(&picture, &matrix, outcome_colour);
    roxmltree::Document::parse(&picture.svg()).expect("well-formed");
    let (down, along) = sides();
    let matrix = Matrix::from_fn(down, along, many);
    let picture = Picture::p_positions(&matrix, &words("many"));
    compare(&picture, &matrix, outcome_colour);
    let image = embedded(&picture.svg()).expect("cells");
    assert_eq!(image.at(2, 4), Colour::BLACK);
    assert_eq!(image.at(3, 4), Colour::WHITE);
}

#[test]
fn from_afar_few_p_positions_have_a_halo_and_no_other_cell_is_black() {
    let diagonal =
        |row, column| Some(if row == 2 * column { CellOutcome::P } else { CellOutcome::N });
    let matrix = Matrix::from_fn(axis("a", 0, 2500), axis("b", 0, 2500), diagonal);
    let picture = Picture::p_positions(&matrix, &words("far"));
    let image = Image::read(&picture.png());
    let cells = picture.cells();
    for row in 0..2500 {
        for column in 0..2500 {
            let colour = image.at(cells.left + column, cells.top + row);
            let near = (row as i64 - 2 * column as i64).abs() <= 6;
            assert_eq!(colour == Colour::BLACK, row == 2 * column, "{row} {column}");
            assert!(near || colour == Colour::WHITE, "{row} {column}");
        }
    }
    let svg = picture.svg();
    assert!(svg.len() < 150_000, "{} bytes", svg.len());
    roxmltree::Document::parse(&svg).expect("well-formed");
}

#[test]
fn text_of_a_picture_is_escaped_and_ticks_are_there() {
    let matrix = Matrix::filled(axis("<a>", 1, 30), axis("b\"", 1, 30), Some(4));
    let svg = Picture::heat_map(&matrix, &words("</svg><script>")).svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    for expected in ["</svg><script>", "a < b & c", "<a>", "b\"", "2", "30", "0 (P)", "4"] {
        assert!(texts.contains(&expected), "{expected}: {texts:?}");
    }
    assert!(document.descendants().all(|node| !node.has_tag_name("script")));
}

#[test]
fn the_board_of_options() {
    let mark = |down, along, kind| CellMark { down, along, kind };
    let board = OptionsBoard {
        words: words("wythoff-1 <6,8>"),
        down: axis("a", 1, 8),
        along: axis("b", 1, 8),
        marks: vec![
            mark(6, 8, MarkKind::Start),
            mark(5, 8, MarkKind::Option),
            mark(5, 7, MarkKind::Winning),
            mark(0, 3, MarkKind::Option),
            mark(9, 3, MarkKind::Option),
        ],
    };
    let picture = Picture::options(&board);
    let svg = picture.svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    // Start 1, option 2, winning 3 circles, each once more in the legend; two marks are outside.
    let circles = document.descendants().filter(|node| node.has_tag_name("circle")).count();
    assert_eq!(circles, 12);
    let image = Image::read(&picture.png());
    let cells = picture.cells();
    let middle = |size: usize| (size - 1) * cells.scale + cells.scale / 2;
    let at = |down, along| image.at(cells.left + middle(along), cells.top + middle(down));
    assert_eq!(at(6, 8), Colour::BLACK);
    assert_eq!(at(5, 8), Colour::WHITE);
    assert_ne!(at(5, 7), Colour::WHITE);
}

#[test]
fn tables_mark_p_positions() {
    let value =
        |row: usize, column: usize| (row != 1 || column != 1).then_some((row ^ column) as u32);
    let matrix = Matrix::from_fn(axis("a", 1, 2), axis("b", 1, 3), value);
    let html = grundy_table(&matrix, "1 < 2");
    roxmltree::Document::parse(&html).expect("well-formed");
    assert!(html.contains("<caption>1 &lt; 2</caption>"));
    assert!(html.contains("<th scope=\"row\">1</th><td class=\"p\">0</td><td>1</td><td>2</td>"));
    assert!(html.contains("<th scope=\"row\">2</th><td>1</td><td>–</td><td>3</td>"));
    let matrix = Matrix::filled(axis("a", 0, 1), axis("b", 0, 1), Some(CellOutcome::P));
    assert!(outcome_table(&matrix, "").contains("<td class=\"p\">P</td>"));
}

#[test]
fn empty_matrices_and_the_longest_side_are_drawn() {
    let empty = Matrix::filled(axis("a", 0, 1), axis("b", 0, 1), None);
    let picture = Picture::heat_map(&empty, &PictureHeading::default());
    roxmltree::Document::parse(&picture.svg()).expect("well-formed");
    let long = Matrix::filled(axis("a", 0, 2), axis("b", 1 << 40, MAX_SIDE), Some(1));
    let picture = Picture::heat_map(&long, &PictureHeading::default());
    assert!(Image::read(&picture.png()).width > MAX_SIDE);
}
