"""Texts that are JSON and texts that are not: what RFC 8259 says, and where we are stricter."""

from __future__ import annotations

ACCEPTED: tuple[str, ...] = (
    # structure
    "[]", "{}", "[[]]", "[{}]", "{\"a\": {}}", "[[], []]", "[1, 2]", "[1,2]", "[ 1 , 2 ]", "{\"a\":1}", "{ \"a\" : 1 }",
    "{\"a\": 1, \"b\": 2}", "{\"\": 0}", "{\"a b\": 0}", "{\"\\u0061\": 0}", "[[[[[[[[]]]]]]]]", "[\n]", "{\t}", "\r[\r]\r",
    " [] ", "\n[]", "[]\n", "\t[]\t", "{\"a\": [1, {\"b\": null}]}", "[null, 1, \"a\", {}]", "[1,\r\n2]",
    # roots
    "1", "-1", "1.5", "\"a\"", "\"\"", "true", "false", "null", " 1", "1 ", "\"@DOC/README.md\"",
    # literals and numbers
    "[true, false, null]", "[0]", "[-0]", "[0.0]", "[-0.0]", "[0.1]", "[10]", "[1e1]", "[1E1]", "[1e+1]", "[1e-1]",
    "[1.5e10]", "[0e0]", "[0e+1]", "[123456789012345678901234567890]", "[1.7976931348623157e308]", "[5e-324]",
    "[-123.456e-7]", "[1e00]", "[0.000000000000000000001]",
    # strings
    "[\"\\\"\"]", "[\"\\\\\"]", "[\"\\/\"]", "[\"/\"]", "[\"\\b\\f\\n\\r\\t\"]", "[\"\\u00e9\"]", "[\"\\u00E9\"]",
    "[\"\\ud83d\\ude00\"]", "[\"\\uD83D\\uDE00\"]", "[\"é\"]", "[\"👩‍💻\"]", "[\"\u2028\"]", "[\"\u2029\"]",
    "[\"\x7f\"]", "[\"\x85\"]", "[\"\\u0000\"]", "[\"\\u001f\"]", "[\"\\uffff\"]", "[\"\uffff\"]", "[\"\\\\u0061\"]",
    "[\"{}[],:\"]", "[\"'\"]", "[\"// no comment\"]", "[\"/* no comment */\"]", "[\"# no comment\"]",
    "[\"\\u2028\"]", "[\"a\\\\\"]", "[\" \"]", "{\"a\": \"\\u005c\"}",
)  # fmt: skip

REFUSED: tuple[tuple[str, str], ...] = (
    # nothing, or too much
    ("", "json-syntax"), (" ", "json-syntax"), ("\n", "json-syntax"), ("[] []", "json-syntax"), ("1 2", "json-syntax"),
    ("[]x", "json-syntax"), ("{}}", "json-syntax"), ("[]]", "json-syntax"), ("\"a\" \"b\"", "json-syntax"),
    ("{\"a\": 1}, {\"b\": 2}", "json-syntax"), ("][", "json-syntax"), ("}", "json-syntax"), (",", "json-syntax"), (":", "json-syntax"),
    # not closed
    ("[", "json-syntax"), ("{", "json-syntax"), ("[1", "json-syntax"), ("[1,", "json-syntax"), ("{\"a\"", "json-syntax"),
    ("{\"a\":", "json-syntax"), ("{\"a\": 1", "json-syntax"), ("{\"a\": 1,", "json-syntax"), ("[\"a", "json-syntax"), ("\"", "json-syntax"),
    ("[{", "json-syntax"), ("{\"a\": [", "json-syntax"), ("[\"a\n\"]", "json-syntax"),
    # wrong pairs
    ("[}", "json-syntax"), ("{]", "json-syntax"), ("[1}", "json-syntax"), ("{\"a\": 1]", "json-syntax"), ("[{]}", "json-syntax"),
    # commas and colons
    ("[1 2]", "json-syntax"), ("[,]", "json-syntax"), ("[,1]", "json-syntax"), ("[1,,2]", "json-syntax"),
    ("{,}", "json-syntax"), ("{\"a\" 1}", "json-syntax"), ("{\"a\":: 1}", "json-syntax"), ("{\"a\"}", "json-syntax"), ("{\"a\":}", "json-syntax"),
    ("{\"a\": 1 \"b\": 2}", "json-syntax"), ("{\"a\", 1}", "json-syntax"), ("{\"a\" = 1}", "json-syntax"), ("[1: 2]", "json-syntax"),
    ("{: 1}", "json-syntax"), ("{[]: 1}", "json-syntax"), ("{\"a\": 1; \"b\": 2}", "json-syntax"),
    ("[1,]", "json-trailing-comma"), ("{\"a\": 1,}", "json-trailing-comma"), ("[[1,],]", "json-trailing-comma"),
    ("[1,\n]", "json-trailing-comma"),
    # comments
    ("// c\n1", "json-comment"), ("1 // c", "json-comment"), ("[1 /* c */]", "json-comment"), ("{/* c */}", "json-comment"),
    ("# c\n{}", "json-comment"), ("[1, // c\n2]", "json-comment"), ("[/**/]", "json-comment"), ("{\"a\": /* c */ 1}", "json-comment"),
    # quotes
    ("['a']", "json-single-quotes"), ("{'a': 1}", "json-single-quotes"), ("'a'", "json-single-quotes"), ("['']", "json-single-quotes"),
    ("['it\\'s']", "json-single-quotes"), ("[“a”]", "json-syntax"), ("[a]", "json-syntax"), ("[a\"]", "json-syntax"),
    ("{a: 1}", "json-unquoted-key"), ("{a-b: 1}", "json-unquoted-key"), ("{1: 1}", "json-unquoted-key"), ("{true: 1}", "json-unquoted-key"),
    ("{$schema: 1}", "json-unquoted-key"),
    # literals
    ("[True]", "json-syntax"), ("[False]", "json-syntax"), ("[None]", "json-syntax"), ("[TRUE]", "json-syntax"),
    ("[nul]", "json-syntax"), ("[tru]", "json-syntax"), ("[truee]", "json-syntax"), ("[undefined]", "json-syntax"), ("[nil]", "json-syntax"),
    # numbers
    ("[NaN]", "json-number"), ("[nan]", "json-number"), ("[Infinity]", "json-number"), ("[-Infinity]", "json-number"),
    ("[+1]", "json-number"), ("[01]", "json-number"), ("[-01]", "json-number"), ("[00]", "json-number"), ("[.5]", "json-number"), ("[5.]", "json-number"),
    ("[1.e1]", "json-number"), ("[1e]", "json-number"), ("[1e+]", "json-number"), ("[1.5.5]", "json-number"), ("[0x1f]", "json-number"),
    ("[0xg]", "json-number"), ("[1_000]", "json-number"), ("[1a]", "json-number"), ("[--1]", "json-syntax"), ("[-]", "json-syntax"),
    ("[1e400]", "json-number"), ("[1,5.]", "json-number"), ("[١]", "json-syntax"), ("[½]", "json-syntax"),
    # strings
    ("[\"\\x\"]", "json-syntax"), ("[\"\\u12\"]", "json-syntax"), ("[\"\\u12g4\"]", "json-syntax"), ("[\"\\\"]", "json-syntax"),
    ("[\"\t\"]", "json-syntax"), ("[\"\x00\"]", "json-syntax"), ("[\"\x1f\"]", "json-syntax"), ("[\"\\'\"]", "json-syntax"), ("[\"\\U0041\"]", "json-syntax"),
    ("[\"\\ud800\"]", "json-encoding"), ("[\"\\udc00\"]", "json-encoding"), ("[\"\\ude00\\ud83d\"]", "json-encoding"), ("[\"\ud800\"]", "json-encoding"),
    ("{\"\\ud800\": 1}", "json-encoding"),
    # white space that JSON does not have
    ("[1,\u00a02]", "json-syntax"), ("\u2028[]", "json-syntax"), ("[\x0b]", "json-syntax"), ("[\x0c]", "json-syntax"), ("[]\u00a0", "json-syntax"),
    ("\x00", "json-syntax"), ("[1\x00]", "json-syntax"), ("[1]\x00", "json-syntax"),
    # a byte order mark
    ("\ufeff[]", "json-encoding"), ("\ufeff", "json-encoding"), ("[]\ufeff", "json-syntax"),
    # keys
    ("{\"a\": 1, \"a\": 2}", "json-duplicate-key"), ("{\"a\": 1, \"\\u0061\": 2}", "json-duplicate-key"), ("[{\"b\": {}, \"b\": {}}]", "json-duplicate-key"),
    # depth
    ("[" * 257 + "]" * 257, "json-depth"), ("{\"a\":" * 300 + "1" + "}" * 300, "json-depth"),
)  # fmt: skip
