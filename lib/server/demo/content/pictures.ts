import type { InThree } from '@/lib/server/demo/content/in-three'
import type { Ground, Subject } from '@/lib/server/demo/pictures'
/** The demo's pictures by their keys, with words for those who do not see them. */
export const DEMO_PICTURES: Readonly<Record<Subject, { ground: Ground; alt: InThree }>> = {
  tanks: { ground: 'ink', alt: ['Три резервуари з різним рівнем конденсату', 'Three tanks with condensate at different levels', 'Три резервуара с разным уровнем конденсата'] },
  pipeline: { ground: 'flame', alt: ['Газопровід із манометром', 'A gas pipeline with a pressure gauge', 'Газопровод с манометром'] },
  chart: { ground: 'day', alt: ['Ціна зростає сходинками', 'A price that rises in steps', 'Цена растёт ступенями'] },
  wellhead: { ground: 'ink', alt: ['Факел і споруди промислу', 'A flare and the buildings of a gas field', 'Факел и сооружения промысла'] },
  document: { ground: 'flame', alt: ['Документ із позначкою про перевірку', 'A document with a check mark', 'Документ с отметкой о проверке'] },
  molecule: { ground: 'ink', alt: ['Модель молекули', 'The model of a molecule', 'Модель молекулы'] },
  calendar: { ground: 'ink', alt: ['Календар із позначеним днем', 'A calendar with a day marked', 'Календарь с отмеченным днём'] },
  shield: { ground: 'flame', alt: ['Щит із позначкою', 'A shield with a check mark', 'Щит с отметкой'] },
  rail: { ground: 'ink', alt: ['Залізничні цистерни на коліях', 'Rail tank cars on a track', 'Железнодорожные цистерны на путях'] },
  gauge: { ground: 'ink', alt: ['Стрілковий прилад', 'A dial gauge', 'Стрелочный прибор'] },
}
