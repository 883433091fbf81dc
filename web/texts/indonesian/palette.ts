// What the quick search finds beside menus and people.
export const paletteTexts = {
  recipients: 'Penerima',
  templates: 'Template',
  settings: 'Pengaturan',
} as const
