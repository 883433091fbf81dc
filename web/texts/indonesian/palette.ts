// What the quick search finds beside menus and people.
export const paletteTexts = {
  recipients: 'Penerima',
  templates: 'Template',
  settings: 'Pengaturan',
  audit: 'Catatan audit',
  recent: 'Terakhir dibuka',
  addWhatsapp: 'Tambah Akun WhatsApp',
  addGenerator: 'Tambah Generator',
  addValidator: 'Tambah Akun Validator',
} as const
