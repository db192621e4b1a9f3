/** Safeguards of dates. */
import { API, type Mutation, SYNC } from '../mutation.ts';

export const DATES: readonly Mutation[] = [
  {
    name: 'dates of a create',
    removes: 'a server dates what is sent to it for the first time',
    edits: [{ file: `${SYNC}/push/requests.ts`, from: '!withheld.includes(name)', to: 'name.length === 0' }],
  },
  {
    name: 'the date of a change',
    removes: 'a change does not say when it was made',
    edits: [
      {
        file: `${SYNC}/push/requests.ts`,
        from: 'if (dated) operations.push(',
        to: 'if (!dated) operations.push(',
      },
    ],
  },
  {
    name: 'a date that is there already',
    removes: 'the date of a change is sent also where the server has it',
    edits: [
      {
        file: `${SYNC}/push/requests.ts`,
        from: 'row.updatedAt > updatedAt ? row.updatedAt : dateBefore(updatedAt)',
        to: 'row.updatedAt',
      },
    ],
  },
  {
    name: 'the later change dates a merge',
    removes: "what was merged has the server's date",
    edits: [
      {
        file: `${SYNC}/pull/receive.ts`,
        from: 'return row.updatedAt > updatedAt ? row.updatedAt : updatedAt;',
        to: 'return updatedAt;',
      },
    ],
  },
  {
    name: 'a date never goes back',
    removes: 'a host takes a date that is before the one it has',
    edits: [
      {
        file: 'src/core/drawing/dates.ts',
        from: 'return given > stored ? given : stored;',
        to: 'return given;',
      },
    ],
  },
  {
    name: 'a date that is refused',
    removes: 'a change is not sent again without the date that the server takes for one of the future',
    edits: [{ file: `${SYNC}/push/deliver.ts`, from: 'OF_DATES.test(path)', to: 'path === 0' }],
  },
  {
    name: 'the trash leaves the date alone',
    removes: 'a drawing is dated when it goes to the trash and comes back',
    edits: [
      {
        file: `${API}/change/commit.ts`,
        from: 'isDated ? dateOfChange(updatedAt, change.updatedAt, now) : updatedAt',
        to: 'dateOfChange(updatedAt, change.updatedAt, now)',
      },
    ],
  },
  {
    name: 'what was changed back',
    removes: 'what was changed here and changed back keeps the date of that',
    edits: [{ file: `${SYNC}/push/push.ts`, from: '{ ...now, updatedAt }', to: 'now' }],
  },
];
