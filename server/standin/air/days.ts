/**
 * Two days of figures that the stand-in replays, hour by hour: PM2.5 1-hour (µg/m³) and PSI 24-hour.
 *
 * Recorded rows: data.gov.sg, readings of the National Environment Agency (NEA) of 27 and 28 September 2026,
 * a haze episode. Contains information from the PSI and PM2.5 datasets of NEA from data.gov.sg, made available
 * under the terms of the Singapore Open Data Licence version 1.0, https://data.gov.sg/open-data-licence
 *
 * Generated rows are no measurements and say so. PM2.5 from 17:00 on the 28th: a straight line from the
 * recorded 16:00 to the first hour of the other day, which follows it in the replay. PSI of the 28th: the
 * mean of the last 24 hours of PM2.5, turned into its sub-index by the agency's breakpoints (days.test.ts
 * computes them again). On the 27th that sub-index is the PSI in every recorded hour.
 */

export interface ReplayedHour {
  /** Hour of the day, 0 to 23. */
  readonly hour: number;
  readonly origin: 'recorded' | 'generated';
  /** Minutes and seconds after the hour at which it was last published. */
  readonly published: string;
  /** Figures for north, south, east, west, central. */
  readonly values: readonly [number, number, number, number, number];
}

type Values = ReplayedHour['values'];

/** The usual time at which the agency publishes an hour for the last time. */
const USUAL = '45:40';

function r(hour: number, published: string, ...values: Values): ReplayedHour {
  return { hour, origin: 'recorded', published, values };
}
function g(hour: number, ...values: Values): ReplayedHour {
  return { hour, origin: 'generated', published: USUAL, values };
}

const PM25_27_SEPTEMBER = [
  r(0, '45:39', 67, 76, 95, 79, 133),
  r(1, '46:21', 72, 85, 104, 106, 127),
  r(2, '45:36', 72, 84, 105, 73, 127),
  r(3, '46:21', 57, 74, 97, 51, 89),
  r(4, '46:10', 43, 44, 78, 53, 62),
  r(5, '46:31', 30, 38, 53, 61, 52),
  r(6, '46:20', 18, 40, 55, 51, 54),
  r(7, '46:09', 29, 41, 60, 54, 55),
  r(8, '45:40', 36, 40, 56, 46, 64),
  r(9, '45:36', 35, 42, 58, 40, 68),
  r(10, '45:59', 38, 41, 58, 37, 72),
  r(11, '47:55', 41, 33, 56, 43, 61),
  r(12, '45:39', 39, 42, 53, 28, 62),
  r(13, '47:47', 23, 28, 43, 15, 50),
  r(14, '45:47', 15, 19, 21, 14, 42),
  r(15, '46:58', 14, 16, 22, 26, 33),
  r(16, '45:35', 20, 31, 17, 24, 26),
  r(17, '45:56', 19, 25, 25, 24, 30),
  r(18, '47:38', 20, 17, 12, 28, 26),
  r(19, '46:01', 17, 12, 17, 24, 20),
  r(20, '45:36', 12, 13, 23, 20, 18),
  r(21, '45:42', 15, 10, 18, 17, 18),
  r(22, '45:59', 13, 16, 20, 17, 20),
  r(23, '47:41', 15, 21, 28, 15, 26),
];

const PM25_28_SEPTEMBER = [
  r(0, '45:36', 15, 21, 33, 21, 22),
  r(1, '45:40', 18, 20, 28, 26, 28),
  r(2, '45:49', 19, 27, 30, 29, 27),
  r(3, '46:21', 23, 30, 24, 26, 29),
  r(4, '46:01', 12, 36, 23, 29, 36),
  r(5, '47:26', 20, 34, 23, 29, 34),
  r(6, '45:37', 23, 33, 26, 29, 33),
  r(7, '45:36', 26, 33, 26, 31, 33),
  r(8, '45:48', 24, 34, 26, 29, 34),
  r(9, '46:15', 24, 41, 27, 29, 29),
  r(10, '45:59', 19, 50, 23, 38, 37),
  r(11, '46:25', 21, 57, 23, 51, 48),
  r(12, '45:39', 32, 69, 31, 49, 49),
  r(13, '45:37', 38, 75, 62, 61, 62),
  r(14, '45:37', 48, 112, 66, 79, 84),
  r(15, '46:02', 53, 106, 63, 103, 80),
  r(16, '30:40', 49, 105, 83, 117, 105),
  g(17, 51, 101, 85, 112, 109),
  g(18, 54, 98, 86, 108, 112),
  g(19, 56, 94, 88, 103, 116),
  g(20, 58, 91, 89, 98, 119),
  g(21, 60, 87, 91, 93, 123),
  g(22, 63, 83, 92, 89, 126),
  g(23, 65, 80, 94, 84, 130),
];

const PSI_27_SEPTEMBER = [
  r(0, '45:39', 82, 87, 103, 99, 119),
  r(1, '46:21', 85, 89, 106, 102, 122),
  r(2, '45:36', 87, 92, 109, 104, 126),
  r(3, '46:21', 89, 93, 111, 104, 127),
  r(4, '46:11', 90, 94, 113, 105, 127),
  r(5, '46:31', 90, 94, 113, 105, 127),
  r(6, '46:20', 89, 94, 114, 105, 127),
  r(7, '46:10', 89, 95, 115, 106, 128),
  r(8, '45:40', 90, 96, 116, 106, 129),
  r(9, '45:36', 90, 96, 117, 106, 130),
  r(10, '45:59', 91, 97, 118, 106, 131),
  r(11, '47:55', 91, 97, 119, 106, 131),
  r(12, '45:39', 92, 97, 119, 105, 132),
  r(13, '47:46', 91, 97, 119, 104, 131),
  r(14, '45:46', 89, 96, 117, 103, 131),
  r(15, '46:59', 88, 95, 115, 102, 129),
  r(16, '45:40', 87, 95, 114, 100, 127),
  r(17, '45:56', 86, 95, 112, 99, 126),
  r(18, '47:38', 84, 93, 109, 98, 123),
  r(19, '46:01', 83, 91, 106, 96, 119),
  r(20, '45:36', 81, 88, 104, 93, 115),
  r(21, '45:42', 78, 85, 99, 90, 110),
  r(22, '45:59', 75, 82, 96, 86, 105),
  r(23, '47:41', 73, 79, 93, 82, 101),
];

const PSI_28_SEPTEMBER = [
  g(0, 70, 76, 90, 79, 95),
  g(1, 68, 73, 86, 75, 91),
  g(2, 65, 70, 83, 73, 86),
  g(3, 64, 68, 79, 72, 83),
  g(4, 62, 68, 76, 71, 82),
  g(5, 62, 68, 75, 69, 81),
  g(6, 62, 67, 74, 68, 80),
  g(7, 62, 67, 72, 67, 79),
  g(8, 61, 67, 70, 66, 77),
  g(9, 61, 67, 69, 66, 75),
  g(10, 60, 67, 67, 66, 74),
  g(11, 59, 68, 66, 66, 73),
  g(12, 58, 70, 65, 67, 72),
  g(13, 59, 72, 66, 69, 73),
  g(14, 61, 76, 68, 72, 75),
  g(15, 63, 81, 70, 76, 77),
  r(16, '30:39', 64, 84, 73, 81, 81),
  r(17, '00:59', 66, 90, 77, 85, 86),
  g(18, 67, 92, 79, 89, 89),
  g(19, 69, 96, 83, 93, 94),
  g(20, 71, 100, 86, 96, 99),
  g(21, 73, 103, 90, 100, 103),
  g(22, 76, 106, 93, 103, 108),
  g(23, 78, 109, 96, 106, 113),
];

/** The two days of each metric, in order. */
export const DAYS: Readonly<
  Record<'psi' | 'pm25', readonly [readonly ReplayedHour[], readonly ReplayedHour[]]>
> = {
  psi: [PSI_27_SEPTEMBER, PSI_28_SEPTEMBER],
  pm25: [PM25_27_SEPTEMBER, PM25_28_SEPTEMBER],
};
