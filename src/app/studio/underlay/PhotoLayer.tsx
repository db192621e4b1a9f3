import { effect, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Camera } from '../../../ink/index.ts';
import { lookUnder } from '../eyedropper/eyedropper.ts';
import type { Session } from '../session/session.ts';
import { photoOf } from './photo.ts';
import { colorOfPhoto } from './photo-color.ts';
import { transformOf } from './place.ts';

interface PhotoLayerProps {
  readonly session: Session;
  readonly camera: ReadonlySignal<Camera>;
}

/**
 * The photo, under the pattern of the paper and the ink: a grid over a photo is how one copies it. CSS moves it with the
 * view, in the same frame. Nothing is painted or laid out for that.
 */
export default function PhotoLayer({ session, camera }: PhotoLayerProps) {
  const photo = photoOf(session);
  const ref = useRef<HTMLImageElement>(null);
  const shown = photo.shown.value;
  const address = shown.kind === 'ready' ? shown.address : undefined;
  useLayoutEffect(() => photo.follow(), [photo]);
  useLayoutEffect(() => {
    const image = ref.current;
    if (!image) return;
    const end = [
      effect(() => {
        const now = photo.now.value;
        if (now) image.style.transform = transformOf(now, now, camera.value);
      }),
      effect(() => {
        image.style.setProperty('--seen', String(photo.now.value?.opacity ?? 0));
      }),
      lookUnder((at) => {
        const now = photo.now.peek();
        const isSeen = now?.visible && image.complete;
        return isSeen ? colorOfPhoto(image, now, camera.peek(), at) : undefined;
      }),
    ];
    return () => {
      for (const one of end) one();
    };
  }, [photo, camera, address]);
  const now = session.underlay.value;
  if (address === undefined || !now) return null;
  const { width, height, visible } = now;
  return (
    <img
      key={address}
      ref={ref}
      class="photo-under"
      hidden={!visible}
      src={address}
      width={width}
      height={height}
      alt=""
      draggable={false}
      decoding="async"
      onError={() => photo.onDamaged(address)}
      onLoad={({ currentTarget }) => currentTarget.classList.add('seen')}
    />
  );
}
