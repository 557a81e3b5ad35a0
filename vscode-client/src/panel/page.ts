/** The panel's page: a fixed frame under a strict policy, which its script fills with escaped text. */

export interface PageAddresses {
  readonly script: string;
  readonly style: string;
  /** The editor's own origin for local resources. */
  readonly source: string;
  readonly nonce: string;
}

export function pageHtml({ script, style, source, nonce }: PageAddresses): string {
  const policy = `default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Cortex plan</title>
</head>
<body>
<header id="head"></header>
<p id="notice" role="status"></p>
<div id="actions" role="toolbar" aria-label="Plan actions">
<button type="button" data-command="compile" title="Open the compiled plan">Compile</button>
<button type="button" class="secondary" data-command="store" title="Store the plan in the cassette">Store</button>
<button type="button" class="secondary" data-command="verify" title="Check the stored plan against the files as they are now">Verify</button>
<button type="button" class="secondary" data-command="copy-cli" title="Copy the command line that gives the same plan">Copy CLI</button>
</div>
<section aria-labelledby="budgets-title"><h2 id="budgets-title">Budgets</h2><div id="budgets"></div></section>
<section aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2><div id="findings"></div></section>
<section aria-labelledby="steps-title"><h2 id="steps-title">Steps</h2>
<div id="grid" role="grid" aria-labelledby="steps-title" aria-describedby="grid-help" aria-readonly="true" tabindex="0">
<div class="row header" role="row" aria-rowindex="1"><span role="columnheader" class="ordinal">#</span><span role="columnheader">op</span><span role="columnheader">target</span><span role="columnheader" class="bytes">bytes</span><span role="columnheader" class="step-id">step id</span><span role="columnheader" aria-label="section"></span></div>
<div id="scroller" role="rowgroup"><div id="space" role="presentation"><div id="rows" role="presentation"></div></div></div>
</div><p id="grid-help" class="quiet-words">Enter goes to the input, Shift+Enter to the section it reads.</p></section>
<section aria-labelledby="graph-title"><h2 id="graph-title">Graph</h2><div id="graph"></div></section>
<div id="announcer" class="unseen" aria-live="polite"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
