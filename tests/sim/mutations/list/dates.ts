/** Safeguards of dates. */
import { API, type Mutation, SYNC } from '../mutation.ts';

export const DATES: readonly Mutation[] = [
  {
    name: 'dates of a new drawing',
    removes: 'a server gives a new drawing dates of its own',
    edits: [{ file: `${SYNC}/push/requests.ts`, from: '!withheld.includes(name)', to: 'name.length === 0' }],
  },
  {
    name: 'the date of a change',
    removes: 'a change is sent without its date',
    edits: [
      {
        file: `${SYNC}/push/requests.ts`,
        from: 'if (dated) operations.push(',
        to: 'if (!dated) operations.push(',
      },
    ],
  },
  {
    name: 'an equal date is not sent',
    removes: 'the date of a change is sent even if the server already has it',
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
    removes: "a merged drawing always has the server's date",
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
    removes: 'a host accepts a date before the stored one',
    edits: [
      {
        file: 'src/core/drawing/dates.ts',
        from: 'return given > stored ? given : stored;',
        to: 'return given;',
      },
    ],
  },
  {
    name: 'retry without a refused date',
    removes: 'a change whose date the server refuses is not sent again without it',
    edits: [{ file: `${SYNC}/push/deliver.ts`, from: 'OF_DATES.test(path)', to: 'path === 0' }],
  },
  {
    name: 'trash keeps the date',
    removes: 'trash and restore change the date of a drawing',
    edits: [
      {
        file: `${API}/change/commit.ts`,
        from: 'isDated ? dateOfChange(updatedAt, change.updatedAt, now) : updatedAt',
        to: 'dateOfChange(updatedAt, change.updatedAt, now)',
      },
    ],
  },
  {
    name: 'the date of a reverted change',
    removes: 'a drawing that was changed and changed back keeps the newer date',
    edits: [
      { file: `${SYNC}/push/push.ts`, from: '{ ...now, createdAt, updatedAt }', to: '{ ...now, createdAt }' },
    ],
  },
  {
    name: 'the date of a drawing made again',
    removes: 'a drawing deleted here and made again before that was sent keeps the newer date',
    edits: [
      {
        file: `${SYNC}/push/deliver.ts`,
        from: 'value.createdAt : base?.createdAt;',
        to: 'value.createdAt : undefined;',
      },
    ],
  },
];
