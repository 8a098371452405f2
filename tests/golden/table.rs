//! The table of what is run; its syntax is explained at its beginning.

/// Commands that are run one after another in a folder of their own.
pub struct Section {
    pub name: String,
    pub commands: Vec<String>,
}

/// Reads a table.
pub fn sections(table: &str) -> Vec<Section> {
    let mut words: Vec<(String, String)> = Vec::new();
    let mut sections: Vec<Section> = Vec::new();
    let mut current = 0..0;
    let lines = table.lines().map(str::trim);
    for line in lines.filter(|it| !it.is_empty()) {
        let given = |text: &str, words: &[(String, String)]| {
            let given = |text: String, (word, value): &(String, String)| text.replace(word, value);
            words.iter().fold(text.to_owned(), given)
        };
        // Texts have parentheses of their own.
        let is_text = ["#", "write ", "append ", "change "]
            .iter()
            .any(|it| line.starts_with(it));
        if is_text {
            let line = given(line, &words);
            for section in &mut sections[current.clone()] {
                section.commands.push(line.clone());
            }
        } else if let Some(name) = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            let begin = sections.len();
            sections.extend(expanded(name).into_iter().map(|name| Section {
                name,
                commands: Vec::new(),
            }));
            current = begin..sections.len();
        } else if let Some((name, value)) = line
            .strip_prefix("let ")
            .and_then(|it| it.split_once(" = "))
        {
            let value = given(value, &words);
            words.push((format!("${name}"), value));
        } else {
            for section in &mut sections[current.clone()] {
                let last = section.name.rsplit('-').next().unwrap_or_default();
                let line = given(line, &words).replace("$_", last);
                section.commands.extend(expanded(&line));
            }
        }
    }
    sections
}

/// Returns the texts that a text with alternatives stands for, the innermost ones taken first.
fn expanded(text: &str) -> Vec<String> {
    let group = text
        .find(')')
        .and_then(|end| Some((text[..end].rfind('(')?, end)));
    let Some((begin, end)) = group else {
        return vec![text.to_owned()];
    };
    let (before, after) = (&text[..begin], &text[end + 1..]);
    let choices = text[begin + 1..end].split('|');
    choices
        .flat_map(|it| expanded(&format!("{before}{it}{after}")))
        .collect()
}
