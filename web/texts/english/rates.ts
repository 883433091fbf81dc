// What became of messages, by week (rule rates).
import type { ownTopicsTexts as topics, rateTexts as indonesian } from '../indonesian/rates.ts'
import type { InEnglish } from '../in-english.ts'

export const rateTexts: InEnglish<typeof indonesian> = {
  title: 'Quality of sends',
  lead: 'What became of messages that WhatsApp accepted, three days after each was sent.',
  table: 'Quality of sends by week',
  search: 'Search',
  searchHint: 'Part of a name',
  loadFailed: 'The quality of sends could not be loaded.',
  empty: 'No day is complete yet. The results of a day come in three days later.',
  kind: 'By',
  kinds: { source: 'Source of consent', template: 'Template', account: 'WhatsApp account' },
  week: 'Week',
  weekOf: (from) => `Week from ${from}`,
  columns: {
    name: 'Name',
    sent: 'Accepted by WhatsApp',
    undelivered: 'Not delivered',
    answered: 'Answered',
    stopped: 'Stopped',
    disputed: 'Never agreed',
  },
  gone: 'deleted since',
  share: (count, percent) => `${count} (${percent})`,
  ownTitle: 'What became of your messages, 4 weeks',
  ownLead: 'In brackets: all members together.',
  own: (percent, place) => `${percent} (${place})`,
}

export const ownTopicsTexts: InEnglish<typeof topics> = {
  title: 'Topics that you send',
  lead: 'Your accounts send no topic that you uncheck. This holds from the next number on.',
  retry: 'Try again',
  now: (names) => `Topics that are sent at present: ${names}.`,
  sent: (topic) => `Your accounts may send the topic ${topic} again.`,
  refused: (topic) => `Your accounts send the topic ${topic} no more.`,
  choose: 'Choose your topics',
}
