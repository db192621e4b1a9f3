/** The worker that makes a GIF, in every browser. */
import { GIF_SIDE } from '../frame.ts';
import { gif } from './gif.ts';
import { serveFilm } from './serve-film.ts';

serveFilm([{ make: gif, long: GIF_SIDE }]);
