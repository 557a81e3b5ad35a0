"""Definitions of each language: names, lines, and what does not count."""

from __future__ import annotations

import pytest

from cortex_planner.substrate.extract import LANGUAGES, SOURCE_LIMIT, Language, extractor_of, language_of
from cortex_planner.substrate.extract.limits import exceeds_limits


def check(path: str, source: str, expected: str) -> None:
    """Compare the definitions of `source` with lines of `name start end`."""
    language = language_of(path)
    assert language is not None
    found = extractor_of(language)(source.encode())
    shown = [f"{'.'.join(item.path)} {item.line_start} {item.line_end}" for item in found]
    assert shown == [line.strip() for line in expected.strip().splitlines()]


def test_python_nesting_decorators_and_async() -> None:
    check(
        "a.py",
        "# about A\n@one\n# between\n@two(\n    1,\n)\nclass A(B):\n    @property\n    def f(self): return 1\n"
        "    async def g(self):\n        def inner(): pass\n\n        return inner\nx = lambda: 1\n",
        "A 1 13\n A.f 7 9\n A.g 9 13\n A.g.inner 10 11",
    )


def test_python_form_feed_and_line_separators_do_not_shift_lines() -> None:
    check("a.py", 'x = "\u2028\x0b\x85"\n\x0c\ndef f():\n    pass\n', "f 2 4")


def test_javascript_classes_functions_and_named_expressions() -> None:
    check(
        "a.mjs",
        "@dec\nexport default class A extends B {\n  #secret() {}\n  get x() { return 1 }\n  f = () => 1;\n}\n"
        "export const g = async () => {},\n  h = function () {};\nfunction* gen() {}\n"
        "const o = { a() {}, b: () => 1, 'c d': function () {} };\nexports.run = function () {};\n"
        "[1].map(() => 2);\nexport default function () {}\n",
        """A 0 6
        A.#secret 2 3
        A.x 3 4
        A.f 4 5
        g 6 7
        h 7 8
        gen 8 9
        o.a 9 10
        o.b 9 10
        o.c d 9 10
        exports.run 10 11
        default 12 13""",
    )


def test_typescript_types_namespaces_and_decorators() -> None:
    check(
        "a.ts",
        "@Component({ a: 1 })\nexport class A {\n  @Input() x: number;\n  @Host()\n  m(): void {}\n}\n"
        "export abstract class Z { abstract n(): void }\ninterface I {\n  m(): void\n}\nenum E { A }\n"
        "namespace N.M {\n  export function f() {}\n}\ndeclare function d(): void;\n"
        "function over(a: string): void;\nfunction over(a: any) {}\nconst k = <T,>(x: T) => x;\n",
        """A 0 6
        A.m 3 5
        Z 6 7
        Z.n 6 7
        I 7 10
        I.m 8 9
        E 10 11
        N.M.f 12 13
        d 14 15
        over 16 17
        k 17 18""",
    )


def test_tsx_uses_its_own_grammar() -> None:
    check("a.tsx", "export function App() {\n  return <div>{1}</div>;\n}\n", "App 0 3")


def test_go_methods_are_named_after_their_receiver() -> None:
    check(
        "a.go",
        "package x\n\n// doc\ntype A struct {\n\tx int\n}\n\ntype (\n\tB interface{ M() }\n\tC = int\n)\n"
        "func (r *A) M(x int) int { return 1 }\nfunc (G[T]) N() {}\nfunc F[T any]() {\n}\n",
        "A 3 6\n B 8 9\n A.M 11 12\n G.N 12 13\n F 13 15",
    )


def test_rust_attributes_impl_and_mod() -> None:
    check(
        "a.rs",
        "#[derive(Debug)]\n// note\n#[repr(C)]\npub struct A { x: i32 }\n/// doc\nfn f() {}\nuse x;\n"
        "impl<T> Tr for m::A<T> {\n    #[inline]\n    fn g(&self) {}\n}\n"
        "mod m {\n    pub trait T { fn h(); }\n    enum E { X }\n}\n",
        "A 0 4\n f 5 6\n A.g 8 10\n m.T 12 13\n m.T.h 12 13\n m.E 13 14",
    )


def test_java_annotations_records_and_inner_types() -> None:
    check(
        "A.java",
        "/** doc */\n@Entity\n@Table\npublic class A<T> {\n  A() {}\n  @Override\n  public void m() {}\n"
        "  enum E { X }\n  record R(int a) {}\n  interface I { void q(); }\n  @interface N {}\n}\n",
        "A 1 12\n A.A 4 5\n A.m 5 7\n A.E 7 8\n A.R 8 9\n A.I 9 10\n A.I.q 9 10\n A.N 10 11",
    )


def test_c_functions_and_types_with_a_body() -> None:
    check(
        "a.h",
        "typedef struct {\n  int a;\n} Foo;\ntypedef struct S { int a; } T;\nstruct B { int x; };\nstruct B v;\n"
        "int proto(int);\nstatic int *f(int a)\n{ return 0; }\nenum E { A };\n",
        "Foo 0 3\n S 3 4\n B 4 5\n f 7 9\n E 9 10",
    )


def test_cpp_namespaces_templates_and_operators() -> None:
    check(
        "a.hpp",
        "namespace a::b {\ntemplate <typename T>\nclass X {\n public:\n  X();\n  ~X() {}\n"
        "  bool operator==(int a) { return 1; }\n  operator bool() { return 1; }\n};\n"
        "template <> int X<int>::g() { return 2; }\nint &X::p() { return q; }\nenum class E { A };\n}\n"
        "[[nodiscard]]\nint z() { return 1; }\nnamespace { int hidden() { return 1; } }\n",
        """a.b.X 1 9
        a.b.X.~X 5 6
        a.b.X.operator== 6 7
        a.b.X.operator bool 7 8
        a.b.X.g 9 10
        a.b.X.p 10 11
        a.b.E 11 12
        z 13 15
        hidden 15 16""",
    )


def test_sql_statements_that_create() -> None:
    check(
        "a.sql",
        "-- people\nCREATE TABLE app.users (\n  id int\n);\nCREATE OR REPLACE VIEW v AS SELECT 1;\n"
        "CREATE FUNCTION f(x int) RETURNS int AS $$ SELECT 1; $$ LANGUAGE sql;\n"
        "CREATE TRIGGER tr BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION f();\n",
        "app.users 1 4\n v 4 5\n f 5 6\n tr 6 7",
    )


def test_sql_procedures_and_dialects_that_the_grammar_does_not_know() -> None:
    check(
        "a.sql",
        "CREATE PROCEDURE pay(IN a INT)\nBEGIN\n  IF a > 0 THEN\n    UPDATE t SET x = 1;\n  END IF;\nEND;\n"
        "CREATE TABLE t (id int);\n"
        "create trigger log after insert on t begin\n  update u set x = ';'; -- end;\nend;\n"
        'CREATE OR REPLACE PROCEDURE app."Close It"() LANGUAGE plpgsql AS $$\nBEGIN\n  RETURN; END;\n$$;\n'
        "CREATE INDEX i ON t (id);\nCREATE VIEW IF NOT EXISTS v AS SELECT 1;\n",
        "pay 0 6\n t 6 7\n log 7 10\n app.Close It 10 14\n v 15 16",
    )


SAMPLES = {
    "python": "def f(a, b):\n    return a + b\n\n\nclass A:\n    x = {'a': [1, 2]}\n",
    "javascript": "export function f(a) { return a.length; }\nclass A { m() { if (this.x) { return; } } }\n",
    "typescript": "export function f(a: string): number { return a.length; }\nclass A { m(): void {} }\n",
    "tsx": "export function f(a: string): number { return a.length; }\nclass A { m(): void {} }\n",
    "go": "func f(a int) int { return a + 1 }\ntype A struct { x int }\n",
    "rust": "fn f(a: i32) -> i32 { a + 1 }\nstruct A { x: i32 }\n",
    "java": "class A { int f(int a) { return a + 1; } }\n",
    "c": "int f(int a) { return a + 1; }\nstruct A { int x; };\n",
    "cpp": "int f(int a) { return a + 1; }\nclass A { int x; void m() { x = 1; } };\n",
    "sql": "CREATE TABLE a (id int, b text);\nCREATE VIEW v AS SELECT a FROM b WHERE c = 1;\n",
}
CODE = [row for row in LANGUAGES if row.family == "CODE"]


@pytest.mark.parametrize("language", CODE, ids=lambda row: row.name)
@pytest.mark.parametrize("opener", ["{", "(", "[", "'"])
def test_an_unclosed_bracket_at_the_size_limit_is_survived(language: Language, opener: str) -> None:
    """The largest file that is parsed at all, broken at its first character, still gets an answer."""
    sample = SAMPLES[language.name]
    text = (opener + "\n" + sample * (SOURCE_LIMIT // len(sample)))[:SOURCE_LIMIT].encode()
    assert not exceeds_limits(language, text)
    assert len(extractor_of(language)(text)) >= 0


@pytest.mark.parametrize(
    ("text", "beyond"),
    [
        ("x = 1\n" * 16_000, False),
        ("x = 1\n" * 17_000, True),
        ("(" * 600 + ")" * 600, True),
        (")" * 600 + "(" * 600, True),
        ("()" * 600, False),
        ("x" * 25_000, True),
    ],
)
def test_what_is_too_large_or_too_deep_is_not_parsed(text: str, beyond: bool) -> None:
    python = language_of("a.py")
    assert python is not None
    assert exceeds_limits(python, text.encode()) is beyond


@pytest.mark.parametrize(
    ("path", "name"),
    [("a.h", "c"), ("A.PY", "python"), ("x/y.tsx", "tsx"), ("Makefile", None), ("a.py/b", None)],
)
def test_the_table_of_extensions(path: str, name: str | None) -> None:
    language = language_of(path)
    assert (language.name if language else None) == name
