import { resolve } from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { SpaceLimits } from '../../../src/api/drawings/change/size.ts';
import { SETTINGS } from '../../config/settings.ts';
import {
  type DataOptions,
  dataOption,
  environment,
  examples,
  onlyOnce,
  type Place,
  positiveInteger,
} from '../options.ts';
import { byteSize } from '../sizes.ts';

interface NewTokenOptions extends DataOptions {
  readonly device?: string;
}

/** Infinite for no limit. */
interface LimitOptions extends DataOptions {
  readonly limit?: number;
  readonly drawings?: number;
}

interface InviteOptions extends DataOptions {
  readonly url?: string;
}

interface RemoveOptions extends DataOptions {
  readonly export?: string | false;
}

const personArgument = () => new Argument('<name>', 'name of the person; home is what DRAW_TOKEN opens');

/** `people`: who has drawings on this server. It works while the server runs, at once. */
export function addPeople(program: Command, place: Place): void {
  const people = program
    .command('people')
    .helpCommand(false)
    .usage('<command> [options]')
    .summary('give other people their own drawings')
    .description(
      'Gives other people a space on this server: drawings, trash and a profile that nobody else sees. The server may keep running.',
    );
  people
    .command('add')
    .summary('add a person, and print a token')
    .description('Adds a person with an empty space, and prints a token for their first device.')
    .addArgument(personArgument())
    .addOption(deviceOption())
    .addOption(bytesOption())
    .addOption(drawingsOption())
    .addOption(dataOption(place))
    .addHelpText(
      'after',
      examples(
        'pleinair people add Mei',
        'pleinair people add "Class 3B" --device "Tablet 1" --limit 2GB --drawings 5000',
      ),
    )
    .action(async (name: string, { device, ...options }: NewTokenOptions & LimitOptions) => {
      const { addPerson, withPeople } = await import('../people.ts');
      await withPeople(environment(options, place), (people) =>
        addPerson(people, name, { device, ...limitsOf(options) }),
      );
    });
  people
    .command('limit')
    .summary('limit how much a person may store')
    .description(
      'Limits how much a person may store, the trash included. At the limit nothing is added. What is there stays, and can be made smaller or deleted.',
    )
    .addArgument(personArgument())
    .addOption(bytesOption())
    .addOption(drawingsOption())
    .addOption(dataOption(place))
    .addHelpText(
      'after',
      examples('pleinair people limit Mei --limit 5GB', 'pleinair people limit Mei --drawings none'),
    )
    .action(async (name: string, options: LimitOptions) => {
      const { limitPerson, withPeople } = await import('../people.ts');
      await withPeople(environment(options, place), (people) => limitPerson(people, name, limitsOf(options)));
    });
  people
    .command('list')
    .summary('list the people and their tokens')
    .description(
      'Lists the people, what they use and their tokens, each with its device and the day of its last use.',
    )
    .addOption(dataOption(place))
    .action(async (options: DataOptions) => {
      const { listPeople, withPeople } = await import('../people.ts');
      await withPeople(environment(options, place), listPeople);
    });
  people
    .command('new-token')
    .summary('print a token for another device of a person')
    .description(
      'Prints a token for another device of a person. It is shown once, because only its digest is stored.',
    )
    .addArgument(personArgument())
    .addOption(deviceOption())
    .addOption(dataOption(place))
    .addHelpText('after', examples('pleinair people new-token Mei --device "Mei\'s phone"'))
    .action(async (name: string, options: NewTokenOptions) => {
      const { newToken, withPeople } = await import('../people.ts');
      await withPeople(environment(options, place), (people) => newToken(people, name, options.device));
    });
  people
    .command('invite')
    .summary('print a link that lets a device of a person in')
    .description(
      'Prints a link, also as a QR code. Opened on a device, it turns on sync there, with a new token for that device. It works once, within 15 minutes.',
    )
    .addArgument(personArgument())
    .addOption(
      new Option('--url <address>', 'address that people use (else PUBLIC_URL)').argParser(webAddress),
    )
    .addOption(dataOption(place))
    .addHelpText('after', examples('pleinair people invite Mei --url https://draw.example.org'))
    .action(async (name: string, { url, ...options }: InviteOptions) => {
      const { invite, publicAddress, withPeople } = await import('../people.ts');
      const env = environment(options, place);
      const address = publicAddress(url === undefined ? env : { ...env, PUBLIC_URL: url });
      await withPeople(env, (people) => invite(people, name, address));
    });
  people
    .command('revoke')
    .summary('end a token')
    .description(
      'Ends a token at once; a stream of changes that it opened ends within five minutes. What the device has drawn stays on the device and on the server.',
    )
    .argument('<token-id>', 'as people list shows it')
    .addOption(dataOption(place))
    .addHelpText('after', examples('pleinair people revoke 5f2c91ab'))
    .action(async (id: string, options: DataOptions) => {
      const { revoke, withPeople } = await import('../people.ts');
      await withPeople(environment(options, place), (people) => revoke(people, id));
    });
  people
    .command('remove')
    .summary('remove a person with all drawings, after an export')
    .description(
      'Writes an export of everything, then removes the person with all drawings and tokens. The export goes beside the database unless --export names another file.',
    )
    .addArgument(personArgument())
    .addOption(new Option('--export <file>', 'file for the export').argParser(onlyOnce))
    .addOption(new Option('--no-export', 'write no export; the drawings are lost'))
    .addOption(dataOption(place))
    .addHelpText('after', examples('pleinair people remove Mei', 'pleinair people remove Mei --no-export'))
    .action(async (name: string, options: RemoveOptions) => {
      const { removePerson } = await import('../people.ts');
      const { terminal } = await import('../archive.ts');
      const to = typeof options.export === 'string' ? resolve(options.export) : options.export;
      await removePerson(name, to, terminal(environment(options, place)));
    });
}

/** Parses an address by the rules of PUBLIC_URL. */
function webAddress(value: string, previous: string | undefined): string {
  const address = onlyOnce(value, previous);
  const { success, error } = SETTINGS.PUBLIC_URL.value.safeParse(address.trim());
  if (success) return address;
  throw new InvalidArgumentError(`It ${error.issues[0]?.message ?? 'is not valid'}.`);
}

function deviceOption(): Option {
  return new Option('--device <name>', 'name of the device (else "a device")').argParser(onlyOnce);
}

function bytesOption(): Option {
  return new Option('--limit <size>', 'largest size of all drawings, such as 2GB, or none').argParser(
    orNone(byteSize),
  );
}

function drawingsOption(): Option {
  return new Option('--drawings <number>', 'largest number of drawings, or none').argParser(
    orNone(positiveInteger),
  );
}

/** Parses an option that may be given once. `none` is Infinity, because Commander takes null for a missing value. */
function orNone(parse: (value: string) => number) {
  return (value: string, previous: number | undefined): number => {
    if (previous !== undefined) throw new InvalidArgumentError('It was given twice.');
    return value === 'none' ? Number.POSITIVE_INFINITY : parse(value);
  };
}

function limitsOf({ limit, drawings }: LimitOptions): Partial<SpaceLimits> {
  const toLimit = (most: number) => (Number.isFinite(most) ? most : null);
  return {
    ...(limit === undefined ? {} : { bytes: toLimit(limit) }),
    ...(drawings === undefined ? {} : { drawings: toLimit(drawings) }),
  };
}
