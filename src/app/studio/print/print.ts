/** The paper in sight, printed on one sheet that lies or stands as it does (print.css). */

/** What A4 and Letter both have room for within usual margins, CSS px: 180 x 250 mm. */
const [SHORT, LONG] = [680, 945];

/** How much larger or smaller a paper of this size is on its sheet. CSS px. */
export function printedScale(width: number, height: number): number {
  const [across, down] = width > height ? [LONG, SHORT] : [SHORT, LONG];
  return Math.min(across / width, down / height);
}

/**
 * Before the page is printed, gives the paper's size and scale to print.css: on the sheet it keeps the size that it has on
 * the screen, so that nothing in it is drawn anew, and is scaled as a whole. Returns a function that ends this.
 */
export function followPrint(studio: HTMLElement): () => void {
  const around = studio.parentElement ?? studio;
  const measure = () => {
    const { offsetWidth: width, offsetHeight: height } = studio;
    const values = { width: `${width}px`, height: `${height}px`, scale: String(printedScale(width, height)) };
    for (const [name, value] of Object.entries(values)) around.style.setProperty(`--printed-${name}`, value);
    around.dataset.printed = width > height ? 'wide' : 'tall';
  };
  addEventListener('beforeprint', measure);
  return () => removeEventListener('beforeprint', measure);
}
