/** Keeps the strikes of a heavy storm few enough to be stored and answered from. */
import type { Strike } from '../../../src/core/sky/types.ts';

/** Most strikes that are kept. */
export const STRIKES_KEPT = 1_000;
/** First side of a square that keeps one strike, degrees: about a kilometre. */
const SIDE = 0.01;

/**
 * At most `STRIKES_KEPT`, spread as all of them are: of the strikes in a square only the last counts, for squares of a
 * kilometre, or larger ones until they are few enough. So no place is left without its strikes, nor loses its last.
 */
export function thinned(strikes: readonly Strike[]): readonly Strike[] {
  let kept = strikes;
  for (let side = SIDE; kept.length > STRIKES_KEPT; side *= 2) {
    const squares = new Map<string, Strike>();
    for (const strike of kept) {
      const square = `${Math.floor(strike.latitude / side)} ${Math.floor(strike.longitude / side)}`;
      const other = squares.get(square);
      if (other === undefined || strike.at > other.at) squares.set(square, strike);
    }
    kept = [...squares.values()];
  }
  return kept;
}
