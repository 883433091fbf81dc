// The choice of a language. Each language is named in its own words, so that those who need it can read it.
export const languageTexts = {
  /** Of this page, as the attribute `lang` has it. */
  tag: 'id',
  label: 'Bahasa',
  names: { id: 'Bahasa Indonesia', en: 'English' },
  offline: 'Bahasa dapat diganti setelah sambungan kembali.',
} as const
