interface RainTreeProps {
  /** True while nobody may be invited outdoors. */
  readonly isIndoors: boolean;
}

/** The lines of the illustration of the empty gallery: a rain tree, the sea behind, and from where it is drawn. */
export default function RainTree({ isIndoors }: RainTreeProps) {
  return (
    <>
      <path
        class="wash-sky"
        d="M14 168C40 150 70 158 104 152s70-10 112-4 84-8 128 14c-20 8-60 8-164 9S40 178 14 168z"
      />
      <path
        class="wash-leaf"
        d="M46 96c-6-22 20-38 42-33 6-24 44-34 66-18 20-16 56-8 64 12 24-4 46 12 40 34-10 14-36 8-52 10-18 6-34-4-52 2-20 6-40-2-58 2-18 2-42 4-50-9z"
      />
      <path
        class="pen"
        d="M46 96c-6-22 20-38 42-33 6-24 44-34 66-18 20-16 56-8 64 12 24-4 46 12 40 34M46 96c6 10 22 11 38 10M258 91c-4 9-16 11-28 11M104 104c14-4 28 0 40-2M166 103c12-4 22 0 34-2"
      />
      <path
        class="pen"
        d="M148 190c4-20 5-36-2-52-6-13-22-20-36-25M164 190c-3-20-1-38 6-52 8-15 24-22 40-27M147 138c3-14 2-24-2-36M168 140c-2-16 2-28 8-40M132 193c6-1 12-2 16-3M180 193c-6 0-11-1-16-3"
      />
      <path
        class="pen fine"
        d="M84 80c6-5 14-6 20-3M122 66c8-6 18-6 24-1M176 62c8-4 16-3 22 2M210 82c7-4 14-3 19 1M66 92c4-3 9-4 14-2M150 86c7-4 14-4 19-1"
      />
      <path
        class="pen"
        d="M10 194c30-5 58-3 92-4 50-2 96 4 140 1 36-3 70 1 106-1M24 204c14-2 28-1 40-1M206 205c20-2 38 0 54-1"
      />
      <path class="pen fine" d="M14 168c22-3 50-2 84-4M222 160c14-2 22-2 34-1M330 162c6-1 12-1 18 0" />
      <path
        class="pen fine"
        d="M300 42c5-7 10-7 13-1 4-6 9-7 14-2M276 60c4-5 7-5 9-1 3-4 6-5 10-1M38 194c1-5 0-9-3-13M42 194c1-7 4-11 8-14M336 193c0-5-2-8-4-11M340 193c1-5 3-8 6-10"
      />
      {isIndoors ? <Window /> : <EaselAndStool />}
    </>
  );
}

function EaselAndStool() {
  return (
    <g class="easel">
      <path class="wash-sheet" d="M262 110l50-7 7 52-51 7z" />
      <path
        class="pen"
        d="M262 110l50-7 7 52-51 7zM276 162l-14 34M308 157l16 38M290 160l4 36M286 106l-2-12M256 164l70-9"
      />
      <path class="blue" d="M272 146c8-16 15-20 19-15 4 6-5 14 1 16 6 1 9-10 17-12M275 124c5-4 9-3 13-2" />
      <path class="pen" d="M222 172l24-2M225 172l-6 22M243 170l7 23M222 184l25-2" />
    </g>
  );
}

/** The frame that the tree is seen through, and on its sill a glass with brushes. */
function Window() {
  return (
    <g class="window">
      <path class="wash-sheet" d="M2 4h356v208H2zM11 13v191h244V13zM264 13v191h85V13z" fill-rule="evenodd" />
      <path class="wash-sheet" d="M0 211h360v15H0zM288 178l27-1-3 34-21 1z" />
      <path
        class="pen"
        d="M2 5c120-2 240 0 356-1M3 4c-1 70 1 140 0 207M357 4c1 72-1 140 0 207M11 13c84-1 164 1 244 0 1 64-1 130 0 191-82 1-162-1-244 0-1-64 1-128 0-191zM264 13c30 1 58-1 85 0 1 64-1 128 0 191-28 1-56-1-85 0-1-64 1-130 0-191zM0 211c120 2 240-1 360 0M0 211v15c120-1 240 1 360 0v-15"
      />
      <path class="pen" d="M288 178c9-2 18-2 27-1l-3 34h-21zM296 178l-7-33M303 177l2-40M308 177l11-29" />
      <path class="blue" d="M290 193c8-2 16 2 24 0M289 145c-3-4-3-9 0-13 3 4 3 8 2 13" />
      <path class="pen fine" d="M305 137c-3-5-2-10 1-14 3 5 3 9 1 14M319 148c-1-5 1-9 5-12 2 5 0 9-3 13" />
    </g>
  );
}
