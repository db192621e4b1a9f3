import { resolve } from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { SpaceLimits } from '../../../src/api/drawings/change/size.ts';
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

/** `people`: who has drawings on this server. The server may go on running, and follows at once. */
export function addPeople(program: Command, place: Place): void {
  const people = program
    .command('people')
    .helpCommand(false)
    .usage('<command> [options]')
    .summary('give other people a space of their own')
    .description(
      'Gives other people a space of their own on this server: their drawings, their trash and their profile, which nobody else sees. The server may go on running.',
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
    .summary('set how much a person may have')
    .description(
      'Sets how much the drawings of a person may take, those in the trash included. Beyond it nothing is added; what is there stays, and can be made smaller or deleted.',
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
      'Lists the people with what their drawings take, and their tokens by device, each with the day it was last used.',
    )
    .addOption(dataOption(place))
    .action(async (options: DataOptions) => {
      const { listPeople, withPeople } = await import('../people.ts');
      await withPeople(environment(options, place), listPeople);
    });
  people
    .command('new-token')
    .summary('print a token for another device of a person')
    .description('Prints a token for another device of a person. It is shown once: only its digest is kept.')
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
      'Prints a link, also as a QR code. Opened on a device, it turns sync on there, with a token of that device alone. It works once, within 15 minutes.',
    )
    .addArgument(personArgument())
    .addOption(new Option('--url <address>', 'address that people use (else PUBLIC_URL)').argParser(onlyOnce))
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
    .summary('make a token worthless')
    .description(
      'Makes a token worthless at once. What the device has drawn stays on the device and in the space.',
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
      'Removes a person with all drawings and tokens. Before that, an export of everything is written, beside the database unless --export names another place.',
    )
    .addArgument(personArgument())
    .addOption(new Option('--export <file>', 'where the export goes').argParser(onlyOnce))
    .addOption(new Option('--no-export', 'write no export: the drawings are gone'))
    .addOption(dataOption(place))
    .addHelpText('after', examples('pleinair people remove Mei', 'pleinair people remove Mei --no-export'))
    .action(async (name: string, options: RemoveOptions) => {
      const { removePerson } = await import('../people.ts');
      const { terminal } = await import('../archive.ts');
      const to = typeof options.export === 'string' ? resolve(options.export) : options.export;
      await removePerson(name, to, terminal(environment(options, place)));
    });
}

function deviceOption(): Option {
  return new Option('--device <name>', 'what the token is for (else "a device")').argParser(onlyOnce);
}

function bytesOption(): Option {
  return new Option('--limit <size>', 'most that the drawings may take, such as 2GB, or none').argParser(
    orNone(byteSize),
  );
}

function drawingsOption(): Option {
  return new Option('--drawings <number>', 'most drawings, or none').argParser(orNone(positiveInteger));
}

/** Parses an option that may be given once, or `none`, which is infinite: to the parser of arguments null is no value. */
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
