import type { Feature } from "#studio/frame/shared/feature.ts";
import { bookStakes, freeSpins } from "./game.ts";

export const features: readonly Feature[] = [
  {
    symbol: "book",
    tags: ["expanding-symbol", "free-spins"],
    title: {
      en: `Three books open ${freeSpins} free spins`,
      ru: `Три книги открывают ${freeSpins} фриспинов`,
      kk: `Үш кітап ${freeSpins} тегін айналым ашады`,
    },
    text: {
      en: `One symbol is drawn before the first free spin. Wherever it lands it fills its reel and pays on all lines, adjacent or not. Three books add ${freeSpins} more.`,
      ru: `Перед первым фриспином выбирается один символ. Где бы он ни выпал, он заполняет весь барабан и платит на всех линиях, даже не по соседству. Три книги добавляют ещё ${freeSpins}.`,
      kk: `Бірінші тегін айналымның алдында бір таңба таңдалады. Ол қайда түссе де, барабанын толтырып, көрші болмаса да барлық сызықта төлейді. Үш кітап тағы ${freeSpins} қосады.`,
    },
  },
  {
    symbol: "book",
    tags: ["book"],
    title: {
      en: "The book is wild and pays anywhere",
      ru: "Книга заменяет символы и платит где угодно",
      kk: "Кітап таңбаларды алмастырып, кез келген жерде төлейді",
    },
    text: {
      en: `It substitutes for any symbol on a line. Three, four or five books anywhere also pay ${bookStakes[3]}, ${bookStakes[4]} or ${bookStakes[5]} times the bet.`,
      ru: `На линии она заменяет любой символ. Три, четыре или пять книг в любом месте к тому же платят ${bookStakes[3]}, ${bookStakes[4]} или ${bookStakes[5]} ставок.`,
      kk: `Ол сызықта кез келген таңбаны алмастырады. Кез келген жердегі үш, төрт немесе бес кітап қосымша ${bookStakes[3]}, ${bookStakes[4]} немесе ${bookStakes[5]} бәс төлейді.`,
    },
  },
];
