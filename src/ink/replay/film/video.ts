/** A replay as a video, encoded by the browser. */
import {
  BufferTarget,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import type { FilmFrames } from './film-frames.ts';
import { inTime } from './in-time.ts';
import { LostHalfway, type Maker, NotMade } from './make-film.ts';
import { paceOf, type Shown } from './pace.ts';

/** Pictures a second. */
export const VIDEO_RATE = 30;

type Codec = 'avc' | 'vp9' | 'vp8';

/** The ones that most players know first. */
export const CODECS: readonly Codec[] = ['avc', 'vp9', 'vp8'];

/** Makes a video with this codec. Its maker throws `LostHalfway` if the encoder fails after its first picture. */
export function video(codec: Codec): Maker {
  return async (frames, onProgress) => {
    const { count, shown } = paceOf(frames.length, VIDEO_RATE);
    // A browser may say that it can, and not do it: only a picture that was really encoded tells.
    await encode(codec, frames, [{ index: 0, pictures: 1 }], () => {});
    try {
      return await encode(codec, frames, shown(), (made) => onProgress(made / count));
    } catch (cause) {
      throw new LostHalfway(`${codec} was lost`, { cause });
    }
  };
}

async function encode(
  codec: Codec,
  frames: FilmFrames,
  shown: Iterable<Shown>,
  onProgress: (made: number) => void,
): Promise<Blob> {
  const isMp4 = codec === 'avc';
  const target = new BufferTarget();
  const format = isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
  const output = new Output({ format, target });
  const source = new VideoSampleSource({ codec, quality: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: VIDEO_RATE });
  try {
    await inTime(output.start());
    for (const { index, pictures } of shown) {
      frames.paint((index * 1000) / VIDEO_RATE);
      const sample = new VideoSample(frames.bytes, {
        format: 'RGBX',
        codedWidth: frames.width,
        codedHeight: frames.height,
        timestamp: index / VIDEO_RATE,
        duration: pictures / VIDEO_RATE,
      });
      try {
        await inTime(source.add(sample));
      } finally {
        sample.close();
      }
      onProgress(index + pictures);
    }
    await inTime(output.finalize());
  } catch (error) {
    await inTime(output.cancel()).catch(() => {});
    throw error;
  }
  if (!target.buffer?.byteLength) throw new NotMade(`${codec} made nothing`);
  return new Blob([target.buffer], { type: isMp4 ? 'video/mp4' : 'video/webm' });
}
