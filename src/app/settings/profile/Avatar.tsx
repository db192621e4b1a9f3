import { landscapeOf, type Pigment } from './avatar.ts';

const fill = (pigment: Pigment) => ({ fill: `var(--pigment-${pigment})` });

/** The picture of a profile, drawn from its seed. Decorative, so hidden from screen readers. */
export function Avatar({ seed }: { readonly seed: string }) {
  const { sky, sun, hills, trees } = landscapeOf(seed);
  return (
    <svg class="avatar" viewBox="0 0 64 64" width="96" height="96" aria-hidden="true" focusable="false">
      <rect width="64" height="64" style={fill(sky)} />
      <circle cx={sun.x} cy={sun.y} r={sun.r} style={fill(sun.pigment)} />
      {hills.map(({ path, pigment }) => (
        <path key={path} d={path} style={fill(pigment)} />
      ))}
      {trees.map(({ x, y, height }) => (
        <path
          key={`${x} ${y}`}
          class="avatar-tree"
          d={`M${x} ${y}v${-height}m0 ${height * 0.45}l${-height * 0.28} ${-height * 0.3}m${height * 0.28} ${height * 0.12}l${height * 0.26} ${-height * 0.34}`}
        />
      ))}
    </svg>
  );
}
