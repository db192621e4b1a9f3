/** What the shophouse is built of: its measures, and its colours by day and by night. */

/** The colours of an hour. */
export interface Light {
  readonly line: string;
  readonly graphite: string;
  readonly sky: string;
  readonly skyLow: string;
  readonly cloud: string;
  readonly roof: string;
  readonly walls: readonly [left: string, own: string, right: string];
  readonly shutters: string;
  readonly door: string;
  readonly shade: string;
  readonly inside: string;
  readonly leaves: string;
  readonly flowers: string;
  readonly ground: string;
  readonly bright: string;
}

const SINGAPORE = {
  pink: '#d4718c',
  jade: '#4b9a83',
  terracotta: '#b4573b',
  green: '#2f6650',
  blue: '#6b9fc4',
  yellow: '#dfae43',
  pea: '#3f4f9a',
  bougainvillea: '#b23a7a',
  pandan: '#86a74f',
  melaka: '#7b4a2d',
  monsoon: '#6c7985',
  limewash: '#e8d9b5',
};

const CHALK = '#f3ece0';

export const DAY: Light = {
  line: '#1f1b16',
  graphite: '#77716a',
  sky: SINGAPORE.blue,
  skyLow: SINGAPORE.limewash,
  cloud: SINGAPORE.monsoon,
  roof: SINGAPORE.terracotta,
  walls: [SINGAPORE.jade, SINGAPORE.pink, SINGAPORE.yellow],
  shutters: SINGAPORE.green,
  door: SINGAPORE.melaka,
  shade: SINGAPORE.pea,
  inside: SINGAPORE.monsoon,
  leaves: SINGAPORE.pandan,
  flowers: SINGAPORE.bougainvillea,
  ground: SINGAPORE.limewash,
  bright: CHALK,
};

export const NIGHT: Light = {
  ...DAY,
  line: CHALK,
  graphite: SINGAPORE.limewash,
  sky: SINGAPORE.pea,
  skyLow: SINGAPORE.blue,
  cloud: SINGAPORE.blue,
  shutters: SINGAPORE.jade,
  door: SINGAPORE.terracotta,
  shade: '#1f1b16',
  inside: SINGAPORE.yellow,
  ground: SINGAPORE.monsoon,
};

/** The edges of the house, and what divides it, drawing units. */
export const HOUSE = { left: 150, right: 450, eaves: 322, frieze: 366, sill: 590, beam: 646, ground: 826 };

export const PILASTERS = [158, 253, 347, 442];
