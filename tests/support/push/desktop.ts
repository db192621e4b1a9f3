/**
 * A desktop of the test's own, as a browser finds it: a D-Bus with nobody on it but the notifications of
 * org.freedesktop, which a test reads and presses. Sources: the D-Bus specification 0.43 and the Desktop Notifications
 * specification 1.3.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fastFolder } from '../fast-folder.ts';
import { type Message, messageOf, readMessages } from './dbus.ts';

export interface Shown {
  readonly id: number;
  readonly title: string;
  readonly body: string;
}

export interface Desktop extends AsyncDisposable {
  /** Environment of a browser on this desktop. */
  readonly env: Readonly<Record<string, string>>;
  /** What is shown now, the oldest first. */
  readonly shown: readonly Shown[];
  /** Presses one that is shown. */
  press(shown: Shown): void;
}

const NOTIFICATIONS = 'org.freedesktop.Notifications';
const BUS = 'org.freedesktop.DBus';
/** The unique name of who shows notifications. */
const SELF = ':1.0';

export async function startDesktop(): Promise<Desktop> {
  const dir = mkdtempSync(join(fastFolder(), 'pleinair-desktop-'));
  const path = join(dir, 'bus');
  const shown = new Map<number, Shown>();
  const sockets = new Map<Socket, string>();
  let [lastId, lastSerial, lastName] = [0, 0, 0];

  const serial = () => ++lastSerial;
  const signal = (member: string, signature: string, values: readonly unknown[]) => {
    for (const [socket, destination] of sockets) {
      const fields = { sender: SELF, destination, path: '/org/freedesktop/Notifications' };
      socket.write(
        messageOf('signal', serial(), { ...fields, interface: NOTIFICATIONS, member }, signature, values),
      );
    }
  };

  /** What a method returns, by its name: signature and values. */
  const METHODS: Readonly<Record<string, (call: Message, socket: Socket) => [string, ...unknown[]]>> = {
    Hello(_, socket) {
      const name = `:1.${++lastName}`;
      sockets.set(socket, name);
      return ['s', name];
    },
    AddMatch: () => [''],
    RemoveMatch: () => [''],
    ListNames: () => ['as', [BUS, NOTIFICATIONS]],
    ListActivatableNames: () => ['as', []],
    NameHasOwner: ({ body }) => ['b', body.string() === NOTIFICATIONS],
    GetNameOwner: ({ body }) => ['s', body.string() === NOTIFICATIONS ? SELF : BUS],
    StartServiceByName: () => ['u', 2],
    GetCapabilities: () => ['as', ['actions', 'body', 'persistence']],
    GetServerInformation: () => ['ssss', 'a test', 'Pleinair', '1', '1.3'],
    Notify({ body }) {
      body.string();
      const replaced = body.uint32();
      body.string();
      const [title, text] = [body.string(), body.string()];
      const id = replaced === 0 ? ++lastId : replaced;
      shown.set(id, { id, title, body: text });
      return ['u', id];
    },
    CloseNotification({ body }) {
      const id = body.uint32();
      if (shown.delete(id)) signal('NotificationClosed', 'uu', [id, 3]);
      return [''];
    },
  };

  function answer(call: Message, socket: Socket): void {
    if (call.type !== 'call') return;
    const method = METHODS[call.member];
    const isKnown = method !== undefined && [BUS, NOTIFICATIONS].includes(call.destination);
    const [signature, ...values] = isKnown ? method(call, socket) : ['s', 'nobody of that name is here'];
    // A client has no name before its first call.
    const fields = { reply: call.serial, sender: BUS, destination: sockets.get(socket) || undefined };
    const message = isKnown
      ? messageOf(
          'return',
          serial(),
          { ...fields, sender: call.destination === BUS ? BUS : SELF },
          signature,
          values,
        )
      : messageOf('error', serial(), { ...fields, error: `${BUS}.Error.ServiceUnknown` }, signature, values);
    socket.write(message);
  }

  const server = createServer((socket) => {
    sockets.set(socket, '');
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    readMessages(socket, (message) => answer(message, socket));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`, DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${path}` },
    get shown() {
      return [...shown.values()];
    },
    press: ({ id }) => signal('ActionInvoked', 'us', [id, 'default']),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
