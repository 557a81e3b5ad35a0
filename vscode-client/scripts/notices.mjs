// The licences of the packages whose code is in a bundle, as one text.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** `inputs` are the files of the bundles. A package without a licence file stops the build: it may not be packed. */
export function noticesOf(inputs) {
  const folders = inputs.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort();
  const head = "This package has code of the following libraries in it, under their licences.\n";
  return [head, ...packages.map(noticeOf)].join(`\n${"-".repeat(80)}\n\n`);
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|thirdpartynotices)/i.test(file)).sort();
  if (files.length === 0) throw new Error(`${folder} has no licence file`);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  return [`${name} ${version} (${license})`, ...texts, ""].join("\n\n");
}
