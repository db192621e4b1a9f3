/** The front door of the formats. The page loads it when it is needed. */

export { KINDS, type LeftOut } from './common/left-out.ts';
export { type Refusal, Refused } from './common/refused.ts';
export { excalidrawParts } from './excalidraw/write-excalidraw.ts';
export { jsonParts } from './json/write-json.ts';
export { forPaper } from './other-paper.ts';
export { drawPhoto, photoBounds, svgPhoto } from './photo-under.ts';
export { drawPicture, exportArea, type PictureSize, pictureSize } from './picture.ts';
export { type FileReading, readFile } from './reader.ts';
export { carryingParts, namingCopy } from './svg/carried-strokes.ts';
export { PAPER_MARK, svgParts, texturedCount } from './svg/write-svg.ts';
