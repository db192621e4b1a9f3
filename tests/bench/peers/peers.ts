/** Pleinair beside Excalidraw and tldraw: the same strokes, browser, window and input, one after another. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { root } from '../../../server/bin/bootstrap.js';
import { startAppServer } from '../../support/app-server.ts';
import { launchBrowser } from '../../support/browser.ts';
import { controlled } from '../../support/worker.ts';
import { store } from '../browser/browser-trials.ts';
import { drawingOf } from '../ink/ink.ts';
import { load, machine } from '../machine.ts';
import { columns } from '../report.ts';
import { openPeers } from './peer-build.ts';
import { firstVisit, type Visit, visit } from './peer-visit.ts';
import { cellsOf, mediansOf, PEER_HEAD, type PeerFacts } from './peers-table.ts';

const STROKES = 19_900;
const RUNS = 3;
const VIEWPORT = { width: 1280, height: 800 };

/** The table in plain text, also written to bench-peers.json; undefined if it is not wanted. */
export async function peersText(isWanted: boolean): Promise<string | undefined> {
  if (!isWanted) return undefined;
  const say = (line: string) => console.error(line);
  const before = load();
  const { strokes, label } = drawingOf(STROKES);
  await using server = await startAppServer();
  const peers = await openPeers(strokes, say);
  try {
    const products = [
      { name: 'Pleinair', url: server.url, prepare: (context: BrowserContext) => ours(context, server.url) },
      { name: `Excalidraw ${peers.versions.excalidraw}`, url: peers.urls.excalidraw },
      { name: `tldraw ${peers.versions.tldraw}`, url: peers.urls.tldraw },
    ];
    const visits = products.map((): Visit[] => []);
    let version = '';
    for (let run = 0; run < RUNS; run++) {
      for (const [i, { name, url, prepare }] of products.entries()) {
        say(`measuring peers: ${name}, run ${run + 1} of ${RUNS} (load ${load()})`);
        const browser = await launchBrowser();
        version = browser.version();
        try {
          visits[i]!.push(await measured(browser, url, prepare));
        } finally {
          await browser.close();
        }
      }
    }
    const facts: PeerFacts = {
      at: new Date().toISOString().slice(0, 10),
      machine: machine(),
      browser: `Chromium ${version}`,
      drawing: label,
      load: [before, load()],
      peers: products.map(({ name }, i) => mediansOf(name, visits[i]!)),
    };
    writeFileSync(join(root, 'bench-peers.json'), `${JSON.stringify(facts, null, 2)}\n`);
    return columns([PEER_HEAD, ...facts.peers.map(cellsOf)]);
  } finally {
    await peers.close();
  }
}

/** A second visit, in a browser that has shown the drawing once. */
async function measured(
  browser: Browser,
  url: string,
  prepare: (context: BrowserContext) => Promise<string> = async () => url,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const address = await prepare(context);
  await firstVisit(context, address);
  return visit(browser, context, address);
}

/** Stores the strokes in this browser. Resolves with the drawing's address. */
async function ours(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(url);
  await controlled(page);
  const api = await store(page, drawingOf(STROKES).strokes);
  await page.close();
  return url + api.replace('/api/v1', '');
}
