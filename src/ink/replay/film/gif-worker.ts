/** The worker that makes a GIF, or single pictures, in every browser. */
import { GIF_SIDE } from '../frame.ts';
import { gif } from './gif.ts';
import { pictures } from './pictures.ts';
import { serveFilm } from './serve-film.ts';

serveFilm([{ make: gif, long: GIF_SIDE }, { make: pictures }]);
