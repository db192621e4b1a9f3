/** The front door of the formats, for a page that loads them when they are asked for. */

export { forDarkPaper } from './dark-paper.ts';
export { countOf, type LeftOut, leftOutWords } from './left-out.ts';
export { drawPicture, exportArea, type PictureSize, pictureSize } from './picture.ts';
export { type FileReading, readFile } from './reader.ts';
export { Refused } from './refused.ts';
export { excalidrawParts } from './write-excalidraw.ts';
export { jsonParts } from './write-json.ts';
export { svgParts } from './write-svg.ts';
