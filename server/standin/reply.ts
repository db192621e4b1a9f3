/** What every response of the stand-in is made of. */

export interface Reply {
  readonly status: number;
  readonly json: unknown;
}

/** Where each version begins. */
export const BASES = { v2: '/v2/real-time/api', v1: '/v1/environment' } as const;

/** The parameter `date` of v2: a day, or a moment in SGT. */
export const PARAMETER = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?$/;

export const BAD_DATE: Reply = {
  status: 400,
  json: {
    code: 4,
    name: 'ERROR_PARAMS',
    data: null,
    errorMsg:
      'Invalid date format. Date format must be YYYY-MM-DD (2024-06-01) or YYYY-MM-DDTHH:mm:ss (2024-06-01T08:30:00).',
  },
};
export const NO_DATA: Reply = {
  status: 404,
  json: { code: 17, name: 'REAL_TIME_API_DATA_NOT_FOUND', data: null, errorMsg: 'Data not found' },
};

/** A shuffled copy. The upstream's key order differs from item to item. */
export function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((entry) => ({ entry, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
