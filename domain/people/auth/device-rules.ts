// A device in the few words that its owner knows it by, from what its browser says of itself (rule sign-ins).
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]
const found = (list: readonly (readonly [RegExp, string])[], agent: string): string =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? ''

/** `Chrome · Android`; empty: it says nothing that is known. */
export const deviceWords = (agent: string): string =>
  [found(BROWSERS, agent), found(SYSTEMS, agent)].filter((word) => word !== '').join(' · ')
