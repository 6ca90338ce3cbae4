import type { Feature } from "#studio/frame/shared/feature.ts";

export const features: readonly Feature[] = [
  {
    symbol: "lamp",
    tags: ["cascades"],
    title: {
      en: "50 moths and the lamp bursts",
      ru: "50 бабочек, и лампа вспыхивает",
      kk: "50 көбелек, сосын шам жарқ етеді",
    },
    text: {
      en: "Cluster wins are multiplied by the number of the cascade, and clusters make room for new symbols. When 50 moths have been caught, four cells become lamps, which substitute for any paying symbol.",
      ru: "Кластеры платят, умноженные на номер каскада, и освобождают место новым символам. Когда поймано 50 бабочек, четыре ячейки становятся лампами, которые заменяют платящие символы.",
      kk: "Топтамалар каскад нөміріне көбейтіліп төлейді де, жаңа таңбаларға орын босатады. 50 көбелек ұсталғанда, төрт ұяшық төлейтін таңбаларды алмастыратын шамға айналады.",
    },
  },
  {
    symbol: "moon",
    tags: ["multipliers"],
    title: {
      en: "Moonlit cells grow",
      ru: "Лунный свет растёт",
      kk: "Ай сәулесі күшейеді",
    },
    text: {
      en: "Each moon lights its cell by 5. A lit cell multiplies the clusters on it, and its light doubles each time, up to 640.",
      ru: "Каждая луна освещает свою ячейку на 5. Освещённая ячейка умножает кластеры на ней, и с каждым разом её свет удваивается, до 640.",
      kk: "Әр ай өз ұяшығын 5-ке жарық етеді. Жарық ұяшық үстіндегі топтамаларды көбейтеді, әр жолы жарығы екі еселенеді, ең көбі 640.",
    },
  },
];
