import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { maskPasswords } from "../src/server/masking";

describe("a password in what is traced", () => {
  it("is masked in any address, and nothing else of it", () => {
    const params = { cassette: { url: "postgresql+psycopg://me:s3cr:et@db.example:5432/plans?sslmode=require" } };
    assert.equal(maskPasswords(JSON.stringify(params)), '{"cassette":{"url":"postgresql+psycopg://me:***@db.example:5432/plans?sslmode=require"}}');
    assert.equal(maskPasswords("HTTPS://:pw@host and redis://a:b@c"), "HTTPS://:***@host and redis://a:***@c");
  });

  it("is masked whole where it has an at sign, a quote or a backslash", () => {
    const written = maskPasswords(JSON.stringify({ url: String.raw`postgresql://me:p@s"s\w/x@host/db` }, null, 4));
    assert.deepEqual(JSON.parse(written), { url: "postgresql://me:***@host/db" });
  });

  it("is not seen where there is none", () => {
    for (const text of ["file:///a/b:c/@DOC/x.md", "http://localhost:8080/me", "postgresql://me@host/db", '"http://h:1", "a@b"']) {
      assert.equal(maskPasswords(text), text);
    }
  });

  it("is masked where it is a parameter", () => {
    assert.equal(maskPasswords("postgresql://host/db?user=me&password=secret&x=1"), "postgresql://host/db?user=me&password=***&x=1");
  });

  it("does not hold up a long message", () => {
    const started = performance.now();
    for (const text of ["a://b:", "a", "@a://b:", "://"]) maskPasswords(text.repeat(20_000));
    assert.ok(performance.now() - started < 2_000);
  });
});
