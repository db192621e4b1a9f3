/** Safeguards of earlier versions. */
import { API, type Mutation } from '../mutation.ts';

const VERSIONS = `${API}/change/versions.ts`;
const PURGED = `${API}/change/purged.ts`;
const WRITE_PURGES = `${API}/change/write-purges.ts`;

export const VERSIONS_KEPT: readonly Mutation[] = [
  {
    name: 'a version before a removal',
    removes: 'the state before a change that takes much away is kept only when a version is due',
    edits: [{ file: VERSIONS, from: '(isMuch && !isOnTheWay) || ', to: '' }],
  },
  {
    name: 'a version of what is drawn on the way down',
    removes: 'a state is taken for one on the way down although a person has drawn since the newest version',
    edits: [
      {
        file: VERSIONS,
        from: 'before.kept?.falls && (isTaking || !isDrawn);',
        to: 'before.kept?.falls;',
      },
    ],
  },
  {
    name: 'the chunks of a version',
    removes: 'a change deletes the chunks that it takes out of a drawing, although a version has them',
    edits: [
      { file: VERSIONS, from: 'filter((chunk) => !needed.has(chunk)) };', to: 'filter(() => true) };' },
    ],
  },
  {
    name: 'the chunks of other versions',
    removes: 'a version that gives way takes chunks along that another one has',
    edits: [{ file: VERSIONS, from: 'filter((id) => !owners.has(id));', to: 'filter(() => true);' }],
  },
  {
    name: 'the chunks of the drawing',
    removes: 'a version that gives way takes chunks along that the drawing has',
    edits: [{ file: VERSIONS, from: 'free.filter((chunk) => !needed.has(chunk));', to: 'free;' }],
  },
  {
    name: 'all chunks of a version',
    removes: 'a version is kept without its last chunk',
    edits: [
      {
        file: VERSIONS,
        from: '    chunks,\n    updatedAt,',
        to: '    chunks: chunks.slice(0, -1),\n    updatedAt,',
      },
    ],
  },
  {
    name: 'versions are thinned out',
    removes: 'a drawing keeps all versions',
    edits: [{ file: VERSIONS, from: 'revs = thinnedVersions(all, now);', to: 'revs = [];' }],
  },
  {
    name: 'chunks go with the last version',
    removes: 'the chunks of a version that is thinned out stay',
    edits: [
      {
        file: VERSIONS,
        from: 'free.push(...remove(versions, revs));',
        to: 'remove(versions, revs);',
      },
    ],
  },
  {
    name: 'a chunk that is back',
    removes: 'a version still counts a chunk that sync brought back into the drawing',
    edits: [{ file: VERSIONS, from: 'if (isBack) release(versions, after.chunks);', to: '' }],
  },
  {
    name: 'versions give way',
    removes: 'the versions of a host take any number of bytes',
    edits: [{ file: VERSIONS, from: 'if (bytes > SPACE_VERSIONS_SIZE_MAX) {', to: 'if (bytes < 0) {' }],
  },
  {
    name: 'what versions take',
    removes: 'chunks that only a version has are not counted',
    edits: [
      { file: VERSIONS, from: 'const broken = await hold(tx, versions, gone);', to: 'const broken = [];' },
    ],
  },
  {
    name: 'versions of a deleted drawing',
    removes: 'what only versions have outlives the deletion for good of their drawing',
    edits: [
      {
        file: PURGED,
        from: '(await tx.versions(id)) ?? []',
        to: '(await tx.versions(id))?.slice(0, 0) ?? []',
      },
    ],
  },
  {
    name: 'the bytes of deleted versions',
    removes: 'versions of a drawing that was deleted for good still count',
    edits: [{ file: PURGED, from: '  await takeFromTotal(tx, versions);\n', to: '' }],
  },
  {
    name: 'the bytes of versions on a full disk',
    removes: 'what versions take is not counted anew where a full disk took a deletion alone',
    edits: [{ file: WRITE_PURGES, from: '      await tx.deleteValue(TOTAL);\n', to: '' }],
  },
];
