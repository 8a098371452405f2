//! `tsume serve`: the workbench in the browser.

use super::similar::indexed;
use crate::answer::errors::of_io;
use crate::cli::diagnostics::{Form, tell, warning};
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::{localized, message_lang, name_of, no_problem};
use crate::cli::output::named_on_error;
use crate::cli::shared::{affordable_tables, refuse_impossible};
use crate::cli::stdout::stdout;
use crate::cli::values::{number, size};
use crate::composition::{AttackerRule, DefenderHandRule};
use crate::input::Records;
use crate::judge::Intake;
use crate::serve::{MAX_SEARCHES, Server, Site, is_secret, problem_pages, secret};
use crate::shogi::key;
use crate::workbench::{Resources, Shelf, Work, Workbench};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::{env, fs};

const ABOUT: &str = "\
Run the workbench for composers in the browser.

A local web application: set up a position, see at once whether it is sound, change it and see what \
changed. Everything is in this program; nothing is fetched from a network. The address that it prints \
holds a secret of yours; whoever knows it can use the workbench. The server listens only on this machine unless \
--host says otherwise. It runs until Ctrl-C.";

const EXAMPLES: &str = "\
Examples:
  tsume serve --open                start, and open the page in the browser
  tsume serve problems/*.sfen       with these problems at the side of the board; similar works are
                                    looked for in them
  tsume serve --port 0              on any port that is free
  tsume serve --static site problems/*.sfen
                                    write a site for any web host";

/// The most nodes of a search for the line of a problem on a site.
const MAX_LINE_NODES: u64 = 50_000;

/// Options of `tsume serve`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
#[command(next_help_heading = "Output")]
pub struct ServeArgs {
    /// Files of problems, in any format, and folders
    #[arg(value_name = "FILE", help_heading = None)]
    pub inputs: Vec<OsString>,

    /// The port; 0 for any that is free
    ///
    /// A browser keeps the versions of a workbench by host and port, so stay with one.
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 5963,
        value_parser = number(0..=u16::MAX),
        help_heading = "Network"
    )]
    pub port: u16,

    /// The host to listen on: a name or a number
    ///
    /// With 0.0.0.0 or a number of this machine in a network, others can reach the workbench, over a
    /// connection that is not encrypted.
    #[arg(
        long,
        value_name = "HOST",
        default_value = "127.0.0.1",
        help_heading = "Network"
    )]
    pub host: String,

    /// The address at which others find the page
    ///
    /// An example is `https://example.org/tsume/`. Links that the page copies name it, in place of the address here with
    /// its secret. With it, posts that lead to a problem of a site show its picture.
    #[arg(long, value_name = "ADDRESS", value_parser = public_address, help_heading = "Network")]
    pub public: Option<String>,

    /// Write the page and the problems into a folder, for a web host, and end
    ///
    /// Such a site needs no server: the engine runs in the browser. It is a file of its own, `tsume.wasm`, which
    /// is in the folder before. `bindings/wasm/build.sh` in the source builds it, and the whole site with it.
    #[arg(long = "static", value_name = "DIR")]
    #[arg(conflicts_with_all = ["port", "host", "open", "hash"])]
    pub folder: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Memory for the tables of each search, such as 64MiB, 4GiB [default: 256MiB]
    #[arg(long, value_parser = size, value_name = "SIZE", help_heading = "Limits")]
    pub hash: Option<usize>,

    /// Do not say what the page is for; print the address alone
    #[arg(short, long)]
    pub quiet: bool,
}

impl ServeArgs {
    /// Serves until Ctrl-C.
    ///
    /// # Errors
    /// If there is no problem in the files, or the server cannot listen.
    pub fn run(&self) -> anyhow::Result<Exit> {
        if let Some(folder) = &self.folder {
            return self.write_site(folder);
        }
        // Strangers could build problems whose hashes collide under known keys.
        key::draw();
        let interrupt = Interrupt::install()?;
        let hash_bytes = self.hash.unwrap_or(Resources::default().hash_bytes);
        // Searches that find no memory would end the server.
        refuse_impossible(hash_bytes, 1, 1)?;
        let (bench, _) = open_workbench(self)?;
        let token = user_secret()?;
        let server = Server::bind(&self.host, self.port, token, bench)
            .map_err(|error| cannot_listen(&error, self))?
            .with_searches(affordable_tables(hash_bytes, MAX_SEARCHES));
        let mut out = stdout();
        writeln!(out, "{}", server.address()).and_then(|()| out.flush())?;
        if !self.quiet {
            tell(&say!(
                "the workbench is at this address; Ctrl-C ends it",
                "ブラウザーでこのアドレスを開く（Ctrl-C で終了）"
            ));
        }
        if server.is_open_to_others() {
            warning(&say!(
                "other machines can reach the workbench, over a connection that is not encrypted",
                "ほかの機器からも使える状態で、通信は暗号化されない"
            ));
        }
        if self.open {
            let address = server.single_use_address()?;
            if let Err(error) = open(&address) {
                let error = of_io(&error);
                let error = error.in_lang(message_lang());
                warning(&say!(
                    "cannot open the browser: {error}",
                    "ブラウザーを開けない：{error}"
                ));
            }
        }
        let flag = interrupt.flag();
        let served = interrupt.during(|| server.run(&flag));
        served.context(localized(["the server failed", "サーバーの誤り"]))?;
        Ok(Exit::Interrupted)
    }

    /// Writes the page with the problems of the files into a folder.
    fn write_site(&self, folder: &Path) -> anyhow::Result<Exit> {
        let (bench, is_whole) = open_workbench(self)?;
        let lang = message_lang();
        let work = Work::new(String::new(), Arc::default(), &|_, _| {});
        let mut problems = Vec::new();
        while problems.len() < bench.problems() {
            let request = json!({"from": problems.len(), "lang": lang});
            let answer = bench.call("files", &request, &work);
            let mut answer = answer.map_err(|it| anyhow!(it.message.in_lang(lang).to_owned()))?;
            match answer["problems"].take() {
                Value::Array(page) if !page.is_empty() => problems.extend(page),
                _ => break,
            }
        }
        add_lines(&bench, &mut problems);
        let pages = problem_pages(&bench, &mut problems, self.public.as_deref(), lang);
        let pages = pages.map_err(|it| anyhow!(it.message.in_lang(lang).to_owned()))?;
        let site = Site {
            names: bench.names(),
            problems: &problems,
            pages: &pages,
        };
        // A page of the user's own is not replaced.
        if folder.join("index.html").exists() && !folder.join("service_worker.js").exists() {
            let path = name_of(folder);
            refuse!(
                "`{path}` has an `index.html` that is not of such a site: choose another folder",
                "「{path}」には別の index.html がある：ほかのフォルダーを選ぶ"
            );
        }
        let has_engine = named_on_error(site.write(folder), folder)?;
        if !self.quiet {
            let path = name_of(folder);
            tell(&say!(
                "the site is in `{path}`",
                "「{path}」にサイトを書いた"
            ));
            if !has_engine {
                tell(&say!(
                    "it has no engine yet: put it there as `tsume.wasm`, and write the site again",
                    "エンジンがまだない：tsume.wasm として置いて、もう一度書く"
                ));
            }
        }
        Ok(Exit::of_input(is_whole))
    }
}

/// Gives each problem without an author's line the shortest mate, if it is found soon, as `solution`: from such a line a
/// page plays until its engine has come.
fn add_lines(bench: &Workbench, problems: &mut [Value]) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = problems.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        for share in problems.chunks_mut(share) {
            scope.spawn(move || {
                let work = Work::new(String::new(), Arc::default(), &|_, _| {});
                for problem in share {
                    let has_line =
                        |it: &Value| it["moves"].as_array().is_some_and(|it| !it.is_empty());
                    if has_line(problem) || problem["goal"] != "mate" || !problem["error"].is_null()
                    {
                        continue;
                    }
                    let request = json!({"sfen": problem["sfen"], "nodes": MAX_LINE_NODES});
                    let answer = bench.call("node", &request, &work).unwrap_or_default();
                    if answer["verdict"] == "mate" && answer["plies"].is_u64() {
                        problem["solution"] = answer["line"].clone();
                    }
                }
            });
        }
    });
}

/// Reads the address of a page: one that a browser opens, without what comes behind the name of a file.
fn public_address(text: &str) -> Result<String, String> {
    let host = ["https://", "http://"]
        .iter()
        .find_map(|it| text.strip_prefix(it));
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"<>?#\\^`{|}".contains(c);
    match host {
        Some(host) if !host.starts_with('/') && !host.is_empty() && host.chars().all(is_plain) => {
            Ok(format!("{}/", text.trim_end_matches('/')))
        }
        _ => Err(
            "expected an address such as https://example.org/tsume/, without ? and #".to_owned(),
        ),
    }
}

/// Returns the secret of this user. A file that only the user may read keeps it, so that the address stays the
/// same. Where no such file can be written, every run has another secret.
fn user_secret() -> anyhow::Result<String> {
    let path = secret_file();
    if let Some(path) = &path
        && is_private(path)
        && let Ok(text) = fs::read_to_string(path)
        && is_secret(text.trim())
    {
        return Ok(text.trim().to_owned());
    }
    let token = secret()?;
    if let Some(path) = &path
        && let Err(error) = write_secret(path, &token)
    {
        let error = of_io(&error);
        let (path, error) = (name_of(path), error.in_lang(message_lang()));
        warning(&say!(
            "the address is another one in the next run: cannot write `{path}`: {error}",
            "次回はアドレスが変わる：「{path}」に書き込めない（{error}）"
        ));
    }
    Ok(token)
}

/// Returns the file of the secret; `None` if the environment names no folder for it.
fn secret_file() -> Option<PathBuf> {
    let folder = |name: &str| {
        let path = env::var_os(name).map(PathBuf::from);
        path.filter(|it| it.is_absolute())
    };
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| Some(folder("HOME")?.join(".local/state")));
    Some(state?.join("tsume").join("serve-token"))
}

/// Returns whether only the user may read a file.
#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let metadata = fs::symlink_metadata(path);
    metadata.is_ok_and(|it| it.is_file() && it.permissions().mode().trailing_zeros() >= 6)
}

/// Returns whether there is a file. The folders of a user are private on other systems.
#[cfg(not(unix))]
fn is_private(path: &Path) -> bool {
    path.is_file()
}

/// Writes the secret to a new file that only the user may read.
fn write_secret(path: &Path, token: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    writeln!(file, "{token}")
}

/// Opens the workbench with the problems of the files, and reports those that cannot be read. Also returns
/// whether all could be read.
///
/// # Errors
/// If nothing can be read.
fn open_workbench(args: &ServeArgs) -> anyhow::Result<(Workbench, bool)> {
    let defaults = Resources::default();
    let bench = Workbench::new(Resources {
        hash_bytes: args.hash.unwrap_or(defaults.hash_bytes),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        public: args.public.clone(),
        ..defaults
    });
    if args.inputs.is_empty() {
        return Ok((bench, true));
    }
    let inputs = Inputs::find(&args.inputs, false)?;
    let names = args.inputs.iter();
    let names: Vec<_> = names.map(|it| it.to_string_lossy().into_owned()).collect();
    let mut intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
    let mut shelf = Shelf::default();
    let mut similar_index = Vec::new();
    let (mut any_record, mut is_whole) = (false, true);
    for record in Records::new(inputs.sources, None) {
        match &record {
            Ok(record) => match intake.read(Ok(record.clone())) {
                Ok(parsed) => similar_index.push(indexed(&parsed)),
                Err(why) => {
                    Form::Full.refused(&why);
                    is_whole = false;
                }
            },
            Err(error) => {
                Form::Full.unreadable(error);
                is_whole = false;
            }
        }
        any_record |= record.is_ok();
        shelf.add(record);
    }
    if !any_record {
        bail!(no_problem());
    }
    let bench = bench.with_files(names, shelf, similar_index.into_iter().collect());
    Ok((bench, is_whole))
}

/// Returns a sentence on why the server cannot listen.
fn cannot_listen(error: &io::Error, args: &ServeArgs) -> anyhow::Error {
    let (host, port, error) = (&args.host, args.port, of_io(error));
    let error = error.in_lang(message_lang());
    anyhow!(say!(
        "cannot listen on port {port} of `{host}`: {error}; choose another port with `--port`, or any \
         that is free with `--port 0`",
        "「{host}」のポート{port}で待ち受けられない：{error}。--port で別の番号か、空いている番号でよければ \
         --port 0 を指定する"
    ))
}

/// Opens an address in the browser of the system.
fn open(address: &str) -> io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let quiet = || Stdio::null();
    command
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet());
    let mut child = command.spawn()?;
    // Without a wait, the ended process would stay as a zombie.
    std::thread::spawn(move || child.wait());
    Ok(())
}
