/**
 * Stations of heat and wind. WBGT by day as recorded on 21 September 2026 at 14:30, by night on 3 June 2026 at 20:45;
 * wind on 3 June 2026 at 15:59.
 * Contains information from the WBGT, Wind Speed and Wind Direction datasets of the National Environment Agency from data.gov.sg, made
 * available under the terms of the Singapore Open Data Licence version 1.0, https://data.gov.sg/open-data-licence
 */

/** Id, name, latitude, longitude, WBGT by day, the word for it, and by night: null where the station was not there. */
export const HEAT_STATIONS: readonly (readonly [
  id: string,
  name: string,
  latitude: string,
  longitude: string,
  day: string,
  word: string,
  night: string | null,
])[] = [
  ['S124', 'Upper Changi Road North', '1.36777', '103.982262', '27.5', 'Low', '26.4'],
  ['S125', 'Woodlands Street 13', '1.433789', '103.780731', '24.3', 'Low', '26.4'],
  ['S126', 'Old Chua Chu Kang Road', '1.372566', '103.724358', '27.4', 'Low', '26.3'],
  ['S127', 'Stadium Road', '1.305738', '103.878174', '28.4', 'Low', '26.4'],
  ['S128', 'Bishan Street', '1.354825', '103.852219', '27.1', 'Low', '26.0'],
  ['S129', 'Bedok North Street 2', '1.325746', '103.939691', '28.1', 'Low', '26.3'],
  ['S132', 'Jurong West Street 93', '1.337859', '103.695383', '30.2', 'Low', '26.9'],
  ['S135', 'Mandai Wildlife Reserve', '1.4084245', '103.7808629', '24.4', 'Low', '26.3'],
  ['S137', 'Sakra Road', '1.2571', '103.698', '32.9', 'Moderate', '27.2'],
  ['S139', 'Tuas Terminal Gateway', '1.263757', '103.616417', '29.0', 'Low', '26.5'],
  ['S140', 'Choa Chu Kang Stadium', '1.390524', '103.749664', '24.9', 'Low', '26.1'],
  ['S141', 'Yio Chu Kang Stadium', '1.382564', '103.84619', '26.9', 'Low', '26.8'],
  ['S142', 'Sentosa Palawan Green', '1.24950363476734', '103.819177652546', '29.1', 'Low', '26.8'],
  ['S143', 'Punggol North', '1.41046864267577', '103.904965342662', '27.5', 'Low', '26.4'],
  ['S144', 'Upper Pickering Street', '1.286011', '103.846988', '28.6', 'Low', '26.5'],
  ['S145', 'MacRitchie Reservoir', '1.3418179', '103.833913', '27.9', 'Low', '25.7'],
  ['S146', 'Jalan Bahar', '1.365386', '103.692372', '27.6', 'Low', '25.9'],
  ['S147', 'Marina Barrage', '1.280001', '103.8697302', '29.3', 'Low', '26.2'],
  ['S148', 'Pasir Ris Walk', '1.3715018', '103.9642012', '27.4', 'Low', '26.0'],
  ['S149', 'Tampines Walk', '1.353834', '103.938823', '27.6', 'Low', '25.8'],
  ['S150', 'Evans Road', '1.321182', '103.819737', '29.5', 'Low', '26.2'],
  ['S151', 'Outward Bound Singapore(Pulau ubin)', '1.4214527', '103.9299001', '26.9', 'Low', '26.1'],
  ['S153', 'Bukit Batok Street 22', '1.344712', '103.749077', '28.3', 'Low', '26.4'],
  ['S180', 'Taman Jurong Greens', '1.3370108', '103.7182835', '30.9', 'Low', '26.2'],
  ['S184', 'Sengkang East Avenue', '1.382559', '103.898525', '27.8', 'Low', '26.2'],
  ['S187', 'Bukit Timah(West)', '1.322505', '103.801390', '30.1', 'Low', '26.1'],
  ['S131', 'Hougang Stadium', '1.36833', '103.88611', '27.6', 'Low', null],
  ['S133', 'Cathay Green', '1.29829165', '103.84786601', '28.9', 'Low', null],
  ['S138', 'Stirling Road', '1.29702179', '103.80346961', '29.7', 'Low', null],
  ['S910', 'Outward Bound Singapore(East Coast)', '1.31182524', '103.95437923', '27.2', 'Low', null],
];

/** Id, name, latitude, longitude, knots, degrees. */
export const WIND_STATIONS: readonly (readonly [string, string, number, number, number, number])[] = [
  ['S108', 'Marina Gardens Drive', 1.2799, 103.8703, 6.5, 173],
  ['S109', 'Ang Mo Kio Avenue 5', 1.3793, 103.85, 5.6, 223],
  ['S117', 'Banyan Road', 1.2542, 103.6741, 6.2, 184],
  ['S107', 'East Coast Parkway', 1.3133, 103.962, 13.5, 193],
  ['S104', 'Woodlands Avenue 9', 1.4439, 103.7854, 5.9, 186],
  ['S115', 'Tuas South Avenue 3', 1.2938, 103.6184, 5.5, 163],
  ['S116', 'West Coast Highway', 1.2824, 103.7545, 10.2, 195],
  ['S102', 'Semakau Island Landfill', 1.1902, 103.7657, 11.2, 159],
  ['S60', 'Sentosa', 1.2504, 103.8275, 5.2, 164],
  ['S50', 'Clementi Road', 1.3318, 103.7762, 5.4, 180],
  ['S44', 'Nanyang Avenue', 1.3458, 103.6817, 7, 238],
  ['S43', 'Kim Chuan Road', 1.3406, 103.8882, 4.9, 203],
  ['S23', 'S23', 1.3858, 103.7119, 7, 179],
  ['S06', 'Paya Lebar Airport', 1.357, 103.904, 13.2, 189],
  ['S111', 'Scotts Road', 1.3106, 103.8365, 9.4, 150],
  ['S121', 'Old Choa Chu Kang Road', 1.3738, 103.7217, 4.7, 179],
];
