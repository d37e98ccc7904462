import { blockSchema, choice } from '@/lib/contract/block-fields'

/** Sections that the portal derives from its own rules. */
export const portal = blockSchema('portal', {
  name: { uk: 'Розділ порталу', en: 'Portal section', ru: 'Раздел портала' },
  picture: `
    <rect x="12" y="12" width="96" height="56" rx="5" fill="none" stroke="#b4c2cf" stroke-width="2"/>
    <path d="M22 56l18-16 14 8 22-24 22 14" fill="none" stroke="#2f7bff" stroke-width="3"/>
  `,
  fields: {
    section: choice(
      {
        rules: { uk: 'Правила аукціонів', en: 'Auction rules', ru: 'Правила аукционов' },
        worked_example: { uk: 'Приклад розподілу', en: 'Worked example', ru: 'Пример распределения' },
        guide: { uk: 'Як проходить аукціон', en: 'How an auction works', ru: 'Как проходит аукцион' },
        certificates: { uk: 'Перелік сертифікатів', en: 'List of certificates', ru: 'Перечень сертификатов' },
      },
      { uk: 'Розділ', en: 'Section', ru: 'Раздел' },
      {
        uk: 'Те, що портал знає сам і завжди показує правильно.',
        en: 'Content that the portal generates and keeps up to date.',
        ru: 'То, что портал знает сам и всегда показывает верно.',
      },
    ),
  },
})
