import Testing

@testable import MapBase

/// Which uses come of a call whose channel, key, block or observer another function decides.
@Suite("Closing the uses of a program")
struct ClosingTests {
    private let program = HandMadeProgram()
    private let mail: Symbol
    private let chat: Symbol

    init() {
        mail = program.type("Mail")
        chat = program.type("Chat")
    }

    private func parameter(_ position: Int = 0, of function: Symbol) -> Fact {
        .parameter(.declared(function), position)
    }

    /// A function that sends on the channel that its first parameter is.
    private func wrapper(_ name: String = "send(_:)") -> Symbol {
        let wrapper = program.function(name, .plain())
        program.call(program.notify, in: wrapper, .passing(parameter(of: wrapper)))
        return wrapper
    }

    @Test("A channel in a parameter is taken to each call of the function")
    func parameterOfFunction() {
        let wrapper = wrapper()
        program.call(wrapper, in: program.function("first()"), .passing(.channel(mail)))
        program.call(wrapper, in: program.function("second()"), .passing(.channel(chat)))
        #expect(program.uses == ["Chat sends in second()", "Mail sends in first()"])
    }

    @Test("A channel in a parameter is taken through several functions, in whichever order these have it")
    func severalFunctions() {
        let inner = wrapper()
        let outer = program.function("outer(a:b:)", .plain("a"), .plain("b"))
        program.call(inner, in: outer, .passing(parameter(1, of: outer)))
        program.call(
            outer, in: program.function("start()"), .passing(.channel(chat), "a"), .passing(.channel(mail), "b"))
        #expect(program.uses == ["Mail sends in start()"])
    }

    @Test("A channel in a parameter that a caller leaves out is the default")
    func defaultArgument() {
        let wrapper = program.function(
            "send(to:)",
            ParameterFact(
                label: "to", type: TypeFact(), isFunction: false, isVariadic: false, isGeneric: false,
                standard: .passing(.channel(mail))))
        program.call(program.notify, in: wrapper, .passing(parameter(of: wrapper)))
        program.call(wrapper, in: program.function("start()"))
        #expect(program.uses == ["Mail sends in start()"])
    }

    @Test("A channel in a parameter of an override is taken to the calls of what it overrides")
    func parameterOfOverride() {
        let base = program.type("Screen", .class)
        let derived = program.type("Detail", .class, inheriting: base)
        let overridden = program.function("send(_:)", in: base, .plain())
        let override = program.function("send2(_:)", in: derived, overriding: overridden, .plain())
        program.call(program.notify, in: override, .passing(parameter(of: override)))
        program.call(overridden, in: program.function("start()"), .passing(.channel(mail)))
        #expect(program.uses == ["Mail sends in start()"])
    }

    @Test("A channel that is a generic argument of a parameter's type is that of the object that a caller creates")
    func genericArgument() {
        let box = program.type("Box", .structure)
        let wrapper = program.function("send(_:)", .plain())
        program.call(program.notify, in: wrapper, .passing(.genericArgument(of: parameter(of: wrapper), 0)))
        var created = Invocation(place: program.place(), callee: .value(.unknown(.computed)), arguments: [])
        created.created = TypeFact(symbols: [box], arguments: [TypeFact(symbols: [mail])])
        program.call(wrapper, in: program.function("start()"), .passing(.call(created)))
        #expect(program.uses == ["Mail sends in start()"])
    }

    @Test("Each alternative of a channel is a use")
    func alternatives() {
        program.call(
            program.notify, in: program.function("start()"), .passing(.choice([.channel(mail), .channel(chat)])))
        #expect(program.uses == ["Chat sends in start()", "Mail sends in start()"])
    }

    @Test("A channel in a parameter of a local function is taken to each of its calls")
    func localFunction() {
        let start = program.function("start()")
        let local = Owner.local(program.place())
        guard case .local(let place) = local else { return }
        program.facts.functions[local] = FunctionFact(owner: local, parameters: [.plain()], result: nil)
        let sending = program.call(program.notify, in: start, .passing(.parameter(local, 0)))
        program.call(.local(place), in: .declared(start), [.passing(.channel(mail))])
        program.call(.local(place), in: .declared(start), [.passing(.channel(chat))])
        #expect(sending.isOpen)
        #expect(program.uses == ["Chat sends in start()", "Mail sends in start()"])
    }

    @Test("A channel in a parameter of a function that nothing calls is unresolved")
    func noCaller() {
        _ = wrapper()
        #expect(program.uses == ["send(_:): no caller passes a channel"])
    }

    @Test("Functions that call only each other have no channel, and one that other code calls, too, has that one's")
    func cycleOfFunctions() {
        let first = wrapper("first(_:)")
        let second = program.function("second(_:)", .plain())
        program.call(first, in: second, .passing(parameter(of: second)))
        program.call(second, in: first, .passing(parameter(of: first)))
        #expect(program.uses == ["first(_:): no caller passes a channel"])
        program.call(second, in: program.function("start()"), .passing(.channel(mail)))
        #expect(program.uses == ["Mail sends in start()"])
    }

    // MARK: Other roles

    @Test("A use is that of the caller that passes the key, but only if the parameter is generic")
    func keyInParameter() {
        let generic = program.function("send(_:)", .generic())
        let plain = program.function("send(id:)", .plain("id"))
        for wrapper in [generic, plain] {
            program.call(
                program.notify, in: wrapper, .passing(.channel(mail)),
                .passing(parameter(of: wrapper), "for", code: "key"))
        }
        program.call(generic, in: program.function("first()"), .passing(.number("1"), code: "1"))
        program.call(plain, in: program.function("second()"), .passing(.number("2"), "id", code: "2"))
        #expect(program.uses == ["Mail sends in first() for 1", "Mail sends in send(id:) for key"])
    }

    @Test("A message is that of the block which a caller passes")
    func blockInParameter() {
        let message = program.function("arrived()", in: mail)
        let wrapper = program.function("send(_:)", .function())
        program.call(program.notify, in: wrapper, .passing(.channel(mail)), .block(parameter(of: wrapper)))
        let start = program.function("start()")
        let block = program.place()
        program.facts.closures[block] = ClosureFact(bytes: 0..<0, parameters: [], owner: .declared(start))
        program.member(message, of: .closureParameter(block, nil), in: start)
        program.call(wrapper, in: start, .block(.closure(block)))
        #expect(program.uses == ["Mail.arrived() sends in start()"])
    }

    @Test("An observer in a parameter is what each caller passes")
    func observerInParameter() {
        let screen = program.type("Screen", .class)
        mail.relate([Relation(roles: .baseOf, symbol: screen)], isDefined: false)
        let wrapper = program.function("add(_:)", .plain())
        program.call(
            program.register, in: wrapper, .passing(.channel(mail)), .passing(parameter(of: wrapper), "observer"))
        let show = program.function("show()", in: screen)
        program.call(wrapper, in: show, .passing(.receiver(.declared(show), type: screen)))
        #expect(program.uses == ["Mail registers in Screen.show(): Screen"])
    }
}

/// What facts may be when the program runs.
@Suite("The values of a fact")
struct ValueTests {
    private let program = HandMadeProgram()

    private func local(_ values: Fact...) -> Fact {
        let place = program.place()
        program.facts.locals[place] = LocalFact(values: values)
        return .local(place)
    }

    @Test("Constants that lead to each other have the values at their ends")
    func cycleOfConstants() {
        let first = local(.text("a"))
        let second = local(first, .text("b"))
        guard case .local(let place) = first else { return }
        program.facts.locals[place]!.values.append(second)
        #expect(Set(program.values(of: first)) == [.text("a"), .text("b")])
        #expect(Set(program.values(of: second)) == [.text("a"), .text("b")])
    }

    @Test("A variable that code changes is only itself")
    func changedVariable() {
        let variable = local(.text("a"))
        guard case .local(let place) = variable else { return }
        program.facts.locals[place]!.isChanged = true
        #expect(program.values(of: variable) == [variable])
    }

    @Test("A property is what the caller of an initializer passes for it")
    func storedProperty() {
        let type = program.type("Sender", .class)
        let property = program.type("name", .instanceProperty)
        property.relate([Relation(roles: .childOf, symbol: type)], isDefined: true)
        let initializer = program.function("init(name:)", in: type, .plain("name"))
        program.facts.properties[property] = PropertyFact(
            value: nil, type: nil, isConstant: true, getter: nil, hasWrapper: false)
        program.store(.parameter(.declared(initializer), 0), in: property, by: initializer)
        var object = Invocation(
            place: program.place(), callee: .function(initializer), arguments: [.passing(.text("a"), "name")])
        object.created = TypeFact(symbols: [type])
        #expect(program.values(of: .property(property, of: .call(object), at: nil)) == [.text("a")])
    }

    // MARK: Calls that multiply

    /// Declares functions, each of which returns what `result` makes of its number and its parameters, and calls the
    /// first one.
    private func values(
        ofCalling count: Int, with arguments: Fact...,
        returning result: (_ function: Int, _ parameters: [Fact], _ functions: [Symbol]) -> Fact
    ) -> [Fact] {
        let parameters = arguments.map { _ in ParameterFact.plain() }
        let functions = (0..<count).map { program.function("f\($0)", parameters) }
        for (number, function) in functions.enumerated() {
            let owner = Owner.declared(function)
            let own = arguments.indices.map { Fact.parameter(owner, $0) }
            program.facts.functions[owner]!.returns = [result(number, own, functions)]
        }
        return program.values(of: call(functions[0], arguments))
    }

    private func call(_ function: Symbol, _ arguments: [Fact]) -> Fact {
        program.call(.function(function), in: nil, arguments.map { .passing($0) })
    }

    @Test("A chain in which each function calls the next twice is followed once for the same values")
    func chainWithSameValues() {
        let found = values(ofCalling: 41, with: .text("a"), .text("b")) { number, own, functions in
            if number == 40 { return own[0] }
            return .choice([call(functions[number + 1], own), call(functions[number + 1], own.reversed())])
        }
        #expect(Set(found) == [.text("a"), .text("b")])
    }

    /// What a function returns that calls the next one with either of two longer texts.
    private func longerTexts(_ number: Int, _ own: [Fact], _ functions: [Symbol]) -> Fact {
        if number == functions.count - 1 { return own[0] }
        return .choice(["0", "1"].map { call(functions[number + 1], [.joined([own[0], .text($0)])]) })
    }

    @Test("A chain in which each function calls the next with two texts has too many values")
    func chainWithOtherTexts() {
        #expect(values(ofCalling: 41, with: .text("a"), returning: longerTexts) == [.unknown(.tooMany)])
    }

    @Test("What has too many values in one call may be known in another one")
    func otherCall() {
        var functions: [Symbol] = []
        let found = values(ofCalling: 41, with: .text("a")) { number, own, all in
            functions = all
            return longerTexts(number, own, all)
        }
        #expect(found == [.unknown(.tooMany)])
        let resolver = program.resolver
        #expect(resolver.values(of: call(functions[0], [.text("a")])) == [.unknown(.tooMany)])
        #expect(resolver.values(of: call(functions[40], [.text("b")])) == [.text("b")])
    }

    @Test("A ring of functions each of which makes another text has too many values")
    func ringOfTexts() {
        let found = values(ofCalling: 20, with: .text("a")) { number, own, functions in
            let longer = Fact.joined([own[0], .text("\(number)")])
            return .choice([
                own[0], call(functions[(number + 1) % 20], [longer]), call(functions[(number + 7) % 20], own),
            ])
        }
        #expect(found == [.unknown(.tooMany)])
    }

    @Test("A function that calls itself with a longer text, or with a longer list, has too many values")
    func longerArgument() {
        let text = values(ofCalling: 1, with: .text("a")) { _, own, functions in
            .choice([own[0], call(functions[0], [.joined([own[0], .text("0")])])])
        }
        #expect(text == [.text("a"), .unknown(.tooMany)])
        let list = values(ofCalling: 1, with: .list([.text("a")])) { _, own, functions in
            .choice([.element(own[0]), call(functions[0], [.joined([own[0], own[0]])])])
        }
        #expect(list == [.text("a"), .unknown(.tooMany)])
    }

    @Test("A chain in which each function passes its list twice ends, and so does one that passes its text twice")
    func chainOfDoubledArguments() {
        for argument in [Fact.list([.number("1")]), .text("a"), local()] {
            let found = values(ofCalling: 60, with: argument) { number, own, functions in
                number == 59 ? own[0] : call(functions[number + 1], [.joined([own[0], own[0]])])
            }
            #expect(found.count == 1)
        }
    }
}
