// Why messages failed, as the report of a blast and the page of a campaign say it.
export const failReasonTexts = {
  failed: (count: string, reason: string) => `${count} × ${reason}`,
  reasons: {
    not_registered: 'tidak terdaftar di WhatsApp',
    restricted: 'ditolak karena pembatasan WhatsApp',
    rejected: 'ditolak WhatsApp',
    unanswered: 'tidak dijawab WhatsApp',
    content: 'isi pesan tidak dapat dibuat',
  },
  /** The report did not name the reason of these. */
  unnamed: (count: string) => `${count} × tanpa sebab yang tercatat`,
  title: 'Sebab gagal',
} as const
