// Names of the office's screens in its menu, apart from a member's, whose phone fetches none of them.
import type { officeMenuTexts as indonesian } from '../indonesian/menu-office.ts'
import type { InEnglish } from '../in-english.ts'

export const officeMenuTexts: InEnglish<typeof indonesian> = {
  sections: { recipients: 'Recipients', member: 'Members', send: 'Send', money: 'Money', system: 'System' },
  entries: {
    inbox: 'Waiting for you',
    phoneNumbers: 'Phone numbers',
    members: 'Members',
    generators: 'Generators',
    validators: 'Validators',
    templates: 'Message templates',
    withdrawRequested: 'Withdrawal requests',
    level: 'Levels',
    proxy: 'Proxies',
    settings: 'Settings',
    blaster: 'One-off blast',
    suppression: 'Opt-outs',
    consentSources: 'Sources of consent',
    accountCheck: 'Check an Account',
    rates: 'Quality of sends',
    segments: 'Segments',
    campaigns: 'Campaigns',
    programmes: 'Programmes',
    dataRequest: 'Data requests',
    audit: 'Audit log',
    money: 'Money Report',
    reconciliation: 'Reconciliation',
    status: 'Health',
    monitor: 'Monitors',
    monitorLocal: 'Local monitor',
    monitorRemote: 'Remote monitor',
    monitorSocket: 'Socket monitor',
    monitorRealtime: 'Realtime monitor',
  },
}
