import type { RandomStream } from "../random.ts";

/** Invented names: none is a place, a club or a person that exists by intention. */

const starts =
  "Bar Cal Dun Els Far Gal Hol Ing Kel Lan Mar Nor Oak Pen Quen Rav Sal Tor Ul Ver Wal Yar Zel Ash Bren Cor Dra".split(
    " ",
  );
const ends = "dale mere ford by wick holm ton stead port haven moor field gate burn crest worth".split(" ");
const suffixes = ["", "", "", " Town", " Athletic", " Rovers", " United", " 1904", " Wanderers", " Union"];
const teamStarts = "Ember Frost Hex Volt Rune Null Onyx Pulse Shard Flint Cinder Glyph Umbra Static Comet Thorn".split(
  " ",
);
const teamEnds = "fall guard mind drift lock born ware shift forge strike call watch".split(" ");
const teamSuffixes = ["", "", "", " Esports", " Gaming", " Five"];
const firstNames =
  "Ado Bren Cael Davo Emin Fero Galt Hane Ilso Jarek Kelo Lorin Milo Nael Orin Pavo Rafe Sorin Tavo Ulric Varo Wen Yoan Zeno".split(
    " ",
  );
const lastStarts = "Ar Bel Cor Dal Er Fen Gor Hal Is Jor Kar Lem Mor Nar Ost Per Rud Sav Tel Ur Vas Wil Yor Zar".split(
  " ",
);
const lastEnds = "ano beck cova den eski ford garo heim ivan koy lund mont novo oren rath sen tova uri vall win".split(
  " ",
);

const pick = (list: readonly string[], random: RandomStream) => list[random.below(list.length)] ?? "";

export function placeName(random: RandomStream): string {
  return pick(starts, random) + pick(ends, random);
}

export function clubName(random: RandomStream): string {
  return placeName(random) + pick(suffixes, random);
}

/** A team of e-sports. */
export function teamName(random: RandomStream): string {
  return pick(teamStarts, random) + pick(teamEnds, random) + pick(teamSuffixes, random);
}

export function personName(random: RandomStream): string {
  return `${pick(firstNames, random)} ${pick(lastStarts, random)}${pick(lastEnds, random)}`;
}

/** As many different names as asked for. */
export function different(count: number, make: () => string): readonly string[] {
  const names = new Set<string>();
  while (names.size < count) names.add(make());
  return [...names];
}

/** Three letters of a name that no other of the list has. */
export function shortNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map(name => {
    const letters = name.replace(/[^A-Za-z]/g, "").toUpperCase();
    for (let a = 1; a < letters.length; a++) {
      for (let b = a + 1; b < letters.length; b++) {
        const short = `${letters[0]}${letters[a]}${letters[b]}`;
        if (taken.has(short)) continue;
        taken.add(short);
        return short;
      }
    }
    return letters.slice(0, 3);
  });
}
