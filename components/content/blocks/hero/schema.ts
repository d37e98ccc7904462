import { blockSchema, line, links, picture, text } from '@/lib/contract/block-fields'

export const hero = blockSchema('hero', {
  name: { uk: 'Перший екран', en: 'Hero', ru: 'Первый экран' },
  picture: `
    <rect width="120" height="80" fill="#0b1c2c"/>
    <rect x="12" y="20" width="66" height="9" rx="2" fill="#fff"/>
    <rect x="12" y="36" width="48" height="4" rx="2" fill="#b4c2cf"/>
    <rect x="12" y="52" width="28" height="11" rx="2" fill="#2f7bff"/>
    <path d="M84 62c8-26 18-26 28-44" fill="none" stroke="#2f7bff" stroke-width="3"/>
  `,
  fields: {
    title: line(),
    text: text(),
    image: picture(),
    links: links({
      row: { uk: 'Кнопка', en: 'Button', ru: 'Кнопка' },
      rows: { uk: 'Кнопки', en: 'Buttons', ru: 'Кнопки' },
    }),
  },
})
