import type { Section } from './section';

export const rules: Section[] = [
  {
    title: 'Brett und Steine',
    rules: [
      [
        'D1',
        'Es spielen zwei, Weiß und Schwarz. Jede Seite hat neun Steine: vier Ranken (V), drei Wasser (W) und ' +
          'zwei Feuer (F).',
      ],
      [
        'D2',
        'Die Arena ist ein Ring aus 24 Feldern, im Uhrzeigersinn nummeriert. Auf ein Feld passen höchstens zwei ' +
          'Steine, einer innen und einer außen. Die Felder 4, 8, 12, 16, 20 und 24 sind Ecken.',
      ],
      [
        'D3',
        'Jede Seite hat drei Eingänge, 1 bis 3. Die von Schwarz sind die Felder 1, 2, 3. Die von Weiß sind auf ' +
          'dem gespiegelten Brett 15, 14, 13 und auf dem gedrehten 13, 14, 15.',
      ],
      ['D4', 'Schwarz zieht im Uhrzeigersinn zu höheren Zahlen, Weiß umgekehrt. Auf 24 folgt 1, und auf 1 folgt 24.'],
      [
        'D5',
        'Jede Ecke hat eine Art. Gespiegelt: 4 und 12 Ranke, 8 und 20 Wasser, 16 und 24 Feuer. Gedreht: 4 und 16 ' +
          'Ranke, 8 und 20 Wasser, 12 und 24 Feuer; das hilft Weiß ein wenig.',
      ],
      [
        'D6',
        'Zu Beginn steht auf jedem eigenen Eingang innen eine Ranke. Die vierte Ranke, die Wasser und die Feuer ' +
          'liegen in der Schale. In der Schale liegt, was noch anzuwerben ist; auf der Matte warten angeworbene ' +
          'Steine darauf, eingesetzt zu werden.',
      ],
      ['D7', 'Wer beginnt, legt eine Option fest, oder es wird ausgelost.'],
    ],
  },
  {
    title: 'Ein Zug',
    rules: [
      [
        'D8',
        'Du wirfst zwei Würfel und nutzt sie nacheinander in beliebiger Reihenfolge. Jeder Würfel bewegt einen ' +
          'Stein um genau seine Zahl oder bringt einen Stein herein. Beide dürfen demselben Stein gelten, aber der ' +
          'erste wird ganz ausgeführt, bevor der zweite beginnt.',
      ],
      [
        'D9',
        'Ein Stein kann ziehen, wenn er allein auf seinem Feld steht oder der äußere von zweien ist. Der innere ' +
          'ist festgehalten: unter einem eigenen Stein kann er gar nicht ziehen, unter einer fremden Ranke ist er ' +
          'umrankt und kann nur entkommen (D14).',
      ],
      [
        'D10',
        'Landen. Auf zwei Steinen: nicht erlaubt, aber man darf darüber hinweg. Auf leerem Feld: Platz innen. ' +
          'Auf einem eigenen Stein: Platz außen, und er wird gehalten. Auf einem fremden Stein wirkt die Kraft. ' +
          'Ranke: geht nach außen und umrankt ihn. Wasser: schickt ihn in die Schale seines Besitzers und nimmt ' +
          'den inneren Platz. Feuer: vernichtet ihn für immer und nimmt den inneren Platz.',
      ],
      ['D11', 'Geht einer von zweien weg, ist der andere frei und steht innen.'],
      [
        'D12',
        'Anwerben: Endet ein Zug auf einer Ecke, wird zuerst das Landen ausgeführt; dann kommt ein Stein von der ' +
          'Art der Ecke aus deiner Schale auf deine Matte, wenn einer da ist. Das kann mit jedem Würfel geschehen.',
      ],
      [
        'D13',
        'Einsetzen: Mit einer 1, 2 oder 3 darfst du einen beliebigen Stein von der Matte auf deinen Eingang ' +
          'dieser Nummer setzen. Er landet dort wie jeder andere.',
      ],
      [
        'D14',
        'Entkommen: Ein umrankter Stein darf um den kleineren Würfel ziehen, und das verbraucht beide. Es geht ' +
          'nur, solange noch kein Würfel benutzt ist.',
      ],
      [
        'D15',
        'Wer einen Würfel nutzen kann, muss es tun. Die Reihenfolge ist frei, auch wenn der zweite Würfel ' +
          'dadurch verfällt. Ohne jede Möglichkeit wird gepasst.',
      ],
    ],
  },
  {
    title: 'Ende',
    rules: [
      [
        'D16',
        'Du gewinnst sofort, wenn die Gegenseite eine ganze Art durch Vernichtung verloren hat (vier Ranken, ' +
          'drei Wasser oder zwei Feuer) oder wenn sie nichts mehr in der Arena und nichts auf der Matte hat. ' +
          'Steine in der Schale helfen nicht.',
      ],
      ['D17', 'Kein Spiel endet unentschieden. Aufgeben und Uhren sind Sache des Tisches.'],
    ],
  },
];
