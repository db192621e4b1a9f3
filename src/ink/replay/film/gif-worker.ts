/** The worker that makes a GIF, or single pictures, in every browser. */
import { gif } from './gif.ts';
import { pictures } from './pictures.ts';
import { serveFilm } from './serve-film.ts';

/** Px of the longer side of a GIF: each of its pictures is kept whole. */
const GIF_SIDE = 480;

serveFilm([{ make: gif, long: GIF_SIDE }, { make: pictures }]);
