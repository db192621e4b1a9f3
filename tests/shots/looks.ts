/** The screens on which every view is photographed, in both themes. */
import type { BrowserContextOptions } from 'playwright';

export interface Look {
  /** `phone-dark` */
  readonly name: string;
  readonly screen: keyof typeof SCREENS;
  readonly theme: 'light' | 'dark';
  readonly options: BrowserContextOptions;
}

const TOUCH = { hasTouch: true, isMobile: true } as const;
const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, ...TOUCH },
  /** A phone on its side. */
  landscape: { viewport: { width: 844, height: 390 }, deviceScaleFactor: 2, ...TOUCH },
  tablet: { viewport: { width: 820, height: 1180 }, ...TOUCH },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const;

export const LOOKS: readonly Look[] = (['phone', 'landscape', 'tablet', 'desktop'] as const).flatMap(
  (screen) =>
    (['light', 'dark'] as const).map((theme) => ({
      name: `${screen}-${theme}`,
      screen,
      theme,
      options: {
        ...SCREENS[screen],
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: 'en-SG',
        timezoneId: 'Asia/Singapore',
      },
    })),
);
