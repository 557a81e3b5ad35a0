import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { layerOf } from "../src/server/settingLayers";

describe("a setting is changed", () => {
  it("where its value stands that counts: the folder's, then the workspace's, then the user's", () => {
    assert.equal(layerOf({ workspaceFolderValue: "/a", workspaceValue: "/b" }, true), "folder");
    assert.equal(layerOf({ workspaceValue: "/b" }, true), "workspace");
    assert.equal(layerOf({}, true), "user");
    assert.equal(layerOf(undefined, true), "user");
  });

  it("in the workspace where that says it is empty, for this overrules the user's", () => {
    assert.equal(layerOf({ workspaceValue: "" }, true), "workspace");
  });

  it("in the user's own settings while the folder is not trusted, whose values do not count", () => {
    assert.equal(layerOf({ workspaceFolderValue: "/a", workspaceValue: "/b" }, false), "user");
  });
});
