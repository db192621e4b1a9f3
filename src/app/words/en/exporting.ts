import { defineWords } from '../catalogue.ts';
import { number, plural } from '../format.ts';

/** Export of a drawing, in the studio and in the gallery: format, size, paper and target. */
export const exporting = defineWords('exporting', {
  export: 'Export',
  format: 'Format',
  formats: {
    png: { label: 'Picture', note: 'PNG' },
    svg: { label: 'Vector', note: 'SVG, one path per stroke' },
    json: { label: 'Drawing', note: 'JSON, with every stroke' },
    excalidraw: { label: 'Excalidraw', note: 'Opens in Excalidraw' },
  },
  size: 'Size',
  scale: (times: number) => `${number(times)}×`,
  background: 'Background',
  /** `paper`: that of the drawing. */
  grounds: { paper: 'Paper', white: 'White', night: 'Night', transparent: 'None' },

  /** Whether the photo that was drawn from is in the file. */
  withPhoto: 'With the photo',
  /** Whether what is printed on the paper is in the file. */
  withLines: {
    pattern: 'With the pattern',
    guide: 'With the perspective',
    both: 'With pattern and perspective',
  },

  /** Describes the file before the export. */
  pixels: (width: number, height: number) => `${number(width)} × ${number(height)} pixels.`,
  /** @param times the largest possible scale */
  fewerPixels: (width: number, height: number, times: number) =>
    `${number(width)} × ${number(height)} pixels. Your browser cannot draw more than ${number(times)}×. SVG has no such limit.`,
  svgNote: 'Opens in any vector editor. Textures and pressure are simpler.',
  jsonNote: 'Keeps everything you drew. You can import it again.',
  jsonNoPhoto: 'Keeps everything you drew, without the photo. You can import it again.',
  excalidrawNote: 'Eraser strokes are left out.',
  nothing: 'Nothing to export yet. Draw something first.',
  allHidden: 'Everything you drew is on hidden layers. Show one first.',

  shareLink: 'Share a link',
  shareLinkNote: 'Shows this drawing to whoever has it',

  share: 'Share',
  copy: 'Copy',
  save: 'Save',
  cancel: 'Cancel',
  making: 'Making the file',

  pictureCopied: 'Picture copied.',
  textCopied: 'File copied as text.',
  erasersLeftOut: (strokes: number) =>
    plural(strokes, {
      one: '1 eraser stroke was left out.',
      other: `${number(strokes)} eraser strokes were left out.`,
    }),
  texturesLeftOut: (strokes: number) =>
    plural(strokes, {
      one: '1 stroke lost its texture.',
      other: `${number(strokes)} strokes lost their texture.`,
    }),
  texturesAlike: (strokes: number) =>
    plural(strokes, {
      one: '1 stroke has a simpler texture.',
      other: `${number(strokes)} strokes have a simpler texture.`,
    }),
  hiddenKept: (strokes: number) =>
    plural(strokes, {
      one: '1 hidden stroke is in the file, but not shown.',
      other: `${number(strokes)} hidden strokes are in the file, but not shown.`,
    }),
  photoLeftOut: 'The photo is not on this device, so it was left out.',
  blocked: 'Your browser blocked this. Try again, or save the file instead.',
  failed: 'The drawing was not exported. Try again.',
  pictureLost: 'Your browser lost the picture. Try again.',
  pictureUnsupported: 'Your browser could not make the picture. Try a smaller size, or SVG.',

  /** File name of a drawing without a title. */
  fileName: 'Drawing',
});
