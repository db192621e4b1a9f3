/** `catalogue check`: lists the faults of a catalogue before the server reads it. */
import { type CatalogueFault, checkCatalogue, faultText } from '../catalogue/check.ts';
import { type AllowedHosts, allowedHosts, type FollowResult, followLink } from '../catalogue/follow.ts';
import type { CatalogueFile } from '../catalogue/format.ts';
import { printable } from '../catalogue/json-places.ts';
import { readCatalogue } from '../catalogue/read.ts';
import { readConfig } from '../config/config.ts';

/** Timeout for reading the catalogue, ms. */
const READ_MS = 20_000;

export interface CommandHost {
  readonly print: (line: string) => void;
  /** @throws ConfigError */
  readonly allowed: () => AllowedHosts;
  readonly now: () => number;
  /** Follows a link; never throws. */
  readonly follow?: (link: string, allowed: AllowedHosts) => Promise<FollowResult>;
}

/** The host for a terminal. */
export function terminal(env: NodeJS.ProcessEnv): CommandHost {
  return {
    print: (line) => console.log(line),
    // Only these settings: a catalogue can be checked where nothing else is configured.
    allowed() {
      const { AFFILIATE_REDIRECT_HOSTS, MARKETPLACE_HOSTS } = env;
      return allowedHosts(readConfig({ AFFILIATE_REDIRECT_HOSTS, MARKETPLACE_HOSTS }, () => undefined));
    },
    now: Date.now,
  };
}

function failure({ why, detail }: { readonly why: string; readonly detail: string }): string {
  return why === detail ? why : `${why} (${detail})`;
}

/**
 * Prints every fault of a catalogue.
 * @param file a path or an http(s) URL
 * @param links also follows its affiliate links
 * @returns the exit status
 */
export async function checkFile(file: string, links: boolean, host: CommandHost): Promise<0 | 1> {
  const { print } = host;
  const reading = await readCatalogue({ location: file, timeoutMs: READ_MS });
  if (reading.kind !== 'text') {
    print(`${file} ${reading.kind === 'failed' ? failure(reading) : 'is unchanged'}`);
    return 1;
  }
  const { catalogue, faults, more, cut } = checkCatalogue(reading.text, host.now());
  for (const fault of faults) print(`${file}: ${faultText(fault)}${cleaned(fault)}`);
  if (more > 0)
    print(`${count(more, 'more fault')} ${more === 1 ? 'is' : 'are'} not listed: fix these first.`);
  if (cut) print('Everything after the last of these was not checked: fix it and check again.');
  if (faults.length > 0) print(verdict(faults, more));
  else if (catalogue !== undefined) print(`${file} is valid: ${summary(catalogue)}`);
  const good = faults.length === 0;
  if (!links) return good ? 0 : 1;
  if (catalogue === undefined) {
    print('Its links were not followed.');
    return 1;
  }
  return (await followAll(catalogue, host)) && good ? 0 : 1;
}

function cleaned({ effect }: CatalogueFault): string {
  return effect === 'cleaned' ? ' (served cleaned or shortened)' : '';
}

function verdict(faults: readonly CatalogueFault[], more: number): string {
  const refused = faults.some(({ effect }) => effect === 'refused');
  const effect = refused
    ? 'the server refuses this catalogue and keeps the last valid one'
    : 'the server accepts this catalogue, with the texts above cleaned or shortened';
  return `${count(faults.length + more, 'fault')}: ${effect}.`;
}

function summary({ masks, purifiers, source }: CatalogueFile): string {
  const all = [...(masks?.products ?? []), ...(purifiers?.products ?? [])];
  const lists = [
    masks && count(masks.products.length, 'mask'),
    purifiers && count(purifiers.products.length, 'purifier'),
  ];
  const links = all.filter(({ affiliateUrl }) => affiliateUrl !== undefined).length;
  return `${lists.filter((list) => list !== undefined).join(', ')}, ${count(links, 'affiliate link')}, from ${printable(source)}.`;
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

/** @returns true if every link leads where it may */
async function followAll(catalogue: CatalogueFile, host: CommandHost): Promise<boolean> {
  const allowed = host.allowed();
  const follow = host.follow ?? ((link: string) => followLink(link, { allowed }));
  let good = true;
  for (const category of ['masks', 'purifiers'] as const) {
    for (const [index, { affiliateUrl }] of (catalogue[category]?.products ?? []).entries()) {
      const path = `${category}.products[${index}].affiliateUrl`;
      if (affiliateUrl === undefined) continue;
      const followed = await follow(affiliateUrl, allowed);
      good &&= followed.ok;
      const said = followed.ok
        ? `verified, ${followed.hosts.join(' → ')}`
        : `not verified: ${followed.reason}`;
      host.print(`${path}: ${said}`);
    }
  }
  return good;
}
