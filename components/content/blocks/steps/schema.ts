import { blockSchema, items, line, text, title } from '@/lib/contract/block-fields'

export const steps = blockSchema('steps', {
  name: { uk: 'Кроки', en: 'Steps', ru: 'Шаги' },
  picture: `
    <circle cx="22" cy="18" r="6" fill="#2f7bff"/>
    <rect x="36" y="12" width="40" height="5" rx="2" fill="#56718a"/>
    <rect x="36" y="20" width="66" height="4" rx="2" fill="#b4c2cf"/>
    <circle cx="22" cy="40" r="6" fill="#2f7bff"/>
    <rect x="36" y="34" width="40" height="5" rx="2" fill="#56718a"/>
    <rect x="36" y="42" width="66" height="4" rx="2" fill="#b4c2cf"/>
    <circle cx="22" cy="62" r="6" fill="#2f7bff"/>
    <rect x="36" y="56" width="40" height="5" rx="2" fill="#56718a"/>
    <rect x="36" y="64" width="66" height="4" rx="2" fill="#b4c2cf"/>
  `,
  fields: {
    title: title(),
    items: items(20, {
      title: line({ label: { uk: 'Крок', en: 'Step', ru: 'Шаг' } }),
      text: text({ label: { uk: 'Пояснення', en: 'Explanation', ru: 'Пояснение' } }),
    }),
  },
})
