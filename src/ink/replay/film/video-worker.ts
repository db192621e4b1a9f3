/** The worker that makes a video. Only a browser with an encoder loads it. */
import { serveFilm } from './serve-film.ts';
import { CODECS, video } from './video.ts';

serveFilm(CODECS.map((codec) => ({ make: video(codec) })));
